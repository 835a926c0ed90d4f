"""mask: what must go, what must stay, in English and in Chinese; nothing here is anybody's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.chats.excerpts import Excerpts
from memlab.chats.privacy import WHOLE, mask, mask_value
from memlab.facts import RULES

KEY = "sk-ant-" + "a1B2" * 8
GONE = [  # text, what must not be left of it, the text with marks
    # e-mail
    ("Mail lin.yue+tea@shop.example.org today", "lin.yue", "Mail [e-mail] today"),
    ("邮箱是lin@example.cn，谢谢", "lin@", "邮箱是[e-mail]，谢谢"),
    ("lin (at) example.org", "example.org", "[e-mail]"),
    ("Ｌｉｎ＠example.org", "example", "[e-mail]"),
    ("l\u200bin@exam\u200bple.org", "ple.org", "[e-mail]"),
    # phones
    ("Call +49 30 901820 now", "901820", "Call [phone] now"),
    ("+1 (415) 555-2671", "2671", "[phone]"),
    ("(415) 555-2671 or 415.555.2671", "2671", "[phone] or [phone]"),
    ("0044 20 7946 0958", "0958", "[phone]"),
    ("ring 020 7946 0958.", "0958", "ring [phone]."),
    ("my phone is 5550199", "5550199", "my phone is [phone]"),
    ("打13800138000给我", "138", "打[phone]给我"),
    ("手机：138 0013 8000", "0013", "手机：[phone]"),
    ("+86-138-0013-8000", "0013", "[phone]"),
    ("座机010-65551234", "6555", "座机[phone]"),
    ("电话号码是87654321", "8765", "电话号码是[phone]"),
    ("１３８００１３８０００", "1", "[phone]"),
    ("400-810-8888", "8888", "[phone]"),
    ("06.12.34.56.78", "34", "[phone]"),
    ("8 (495) 123-45-67", "495", "[phone]"),
    ("(11) 91234-5678", "5678", "[phone]"),
    ("555-2671 is my number", "2671", "[phone] is my number"),
    ("lin.yue [at] example [dot] org", "example", "[e-mail]"),
    # cards, accounts, documents
    ("NI number AB 12 34 56 C", "34", "NI number [id]"),
    ("VIN 1HGCM82633A004352", "HGCM", "VIN [number]"),
    ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "qar0", "[account]"),
    ("港澳通行证C12345678", "1234", "港澳通行证[number]"),
    ("取件码 5-2-3012", "3012", "取件码 [number]"),
    ("加我微信lin_yue88", "lin_", "加我微信[account]"),
    ("card 4111 1111 1111 1111 please", "1111", "card [card] please"),
    ("4111-1111-1111-1111", "1111", "[card]"),
    ("378282246310005", "3782", "[card]"),
    ("卡号6222021234567890128", "6222", "卡号[card]"),
    ("DE89 3704 0044 0532 0130 00", "3704", "[account]"),
    ("GB82WEST12345698765432", "WEST", "[account]"),
    ("身份证号11010519491231002X", "1949", "身份证号[id card]"),
    ("SSN 078-05-1120", "1120", "SSN [id]"),
    ("My passport number is C01X00T47", "X00T", "My passport number is [number]"),
    ("护照号E12345678", "1234", "护照号[number]"),
    ("车牌是京A·12345", "12345", "车牌是[plate]"),
    ("微信号：tea_lover88", "lover", "微信号：[account]"),
    ("0x" + "aB" * 20, "aBaB", "[account]"),
    # orders and tickets
    ("order T-7316 is late", "7316", "order [number] is late"),
    ("Where is HS-123456?", "123456", "Where is [number]?"),
    ("invoice #2024-117", "117", "invoice #[number]"),
    ("my booking reference: XK9PLM2", "XK9", "my booking reference: [number]"),
    ("订单号20240501-7316到了吗", "7316", "订单号[number]到了吗"),
    ("快递单号：SF1234567890", "SF12", "快递单号：[number]"),
    ("account 9876543210", "9876", "account [number]"),
    ("id 1234567890 there", "5678", "id [number] there"),
    # secrets
    (f"key {KEY} here", "a1B2", "key [secret] here"),
    ("ghp_" + "aB3" * 10, "aB3aB3", "[secret]"),
    ("AKIA" + "ABCD1234EFGH5678", "ABCD", "[secret]"),
    ("Authorization: Bearer abc.def-ghi_jkl", "def", "Authorization: Bearer [secret]"),
    ("eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.sig-nature", "sig", "[secret]"),
    ("password: hunter2", "hunter", "password: [secret]"),
    ("password=tea", "tea", "password=[secret]"),
    ("my password is hunter", "hunter", "my password is [secret]"),
    ("the pin is 4711", "4711", "the pin is [secret]"),
    ("API_KEY=abcdef", "abcdef", "API_KEY=[secret]"),
    ('{"secret": "tea-99"}', "tea-99", '{"secret": [secret]}'),
    ("密码是abc123，别告诉人", "abc", "密码是[secret]，别告诉人"),
    ("密码：苹果树", "苹果", "密码：[secret]"),
    ("验证码是839201", "8392", "验证码是[secret]"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----", "MII", "[secret]"),
    ("-----BEGIN PRIVATE KEY-----\nMIIabc", "MII", "[secret]"),
    ("123e4567-e89b-12d3-a456-426614174000", "e89b", "[id]"),
    ("token aZ3kQ9xY7LmP2vR8sT4w", "kQ9", "token [secret]"),
    ("d41d8cd98f00b204e9800998ecf8427e", "d41d", "[secret]"),
    ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", "wJalr", "aws_secret_access_key = [secret]"),
    ("DATABASE_PASSWORD='tea-99!'", "tea", "DATABASE_PASSWORD=[secret]"),
    ("DB_PASS=tea99", "tea", "DB_PASS=[secret]"),
    ("gsk_abcdefghijklmnopqrstuvwxyz01", "abcdef", "[secret]"),
    ("LTAI5tAbCdEfGhIjKlMnOpQr", "5tAb", "[secret]"),
    ("Authorization: token abcdef123456", "abcdef", "Authorization: token [secret]"),
    ("Cookie: session=abc123", "abc", "Cookie: [secret]"),
    ("curl -u admin:tea99", "tea", "curl -u [secret]"),
    ("psql --password tea99", "tea", "psql --password [secret]"),
    ("my password's tea99", "tea", "my password's [secret]"),
    ("the password to my laptop is tea99", "tea", "the password to my laptop is [secret]"),
    ("use tea99 as the new password", "tea", "use [secret] as the new password"),
    ('the password "oolong and pu-erh"', "oolong", "the password [secret]"),
    ("the code is 839201", "8392", "the code is [secret]"),
    ("839201 is your verification code", "8392", "[secret] is your verification code"),
    ("CVV 123", "123", "CVV [secret]"),
    ("密码abc123", "abc", "密码[secret]"),
    ("密码就是abc123", "abc", "密码就是[secret]"),
    ("用户名admin，密码 admin123", "n123", "用户名admin，密码 [secret]"),
    ("验证码839201", "8392", "验证码[secret]"),
    # URLs
    ("https://ann:tea@shop.example/a", "ann", "https://[secret]@shop.example/a"),
    ("https://shop.example/reset?token=abc&u=1", "abc", "https://shop.example/reset?[hidden]"),
    ("https://chat.example/share/a1b2c3d4e5f6g7h8i9", "c3d4", "https://chat.example/share/[id]"),
    # machines and places
    ("server 192.168.0.17 is down", "192", "server [ip] is down"),
    ("3c:22:fb:0a:1b:2c", "fb", "[ip]"),
    ("fe80::1ff:fe23:4567:890a", "4567", "[ip]"),
    ("/home/linyue/tea.txt and C:\\Users\\Lin\\x", "linyue", "/home/[user]/tea.txt and C:\\Users\\[user]\\x"),
    ("I live at 12 Baker Street, Apt 4", "Baker", "I live at [address]"),
    ("Hauptstraße 12a", "Haupt", "[address]"),
    ("12 rue de Rivoli, Paris", "Rivoli", "[address], Paris"),
    ("5 Rue Victor Hugo", "Hugo", "[address]"),
    ("Calle Mayor 12, Madrid", "Mayor", "[address], Madrid"),
    ("Am Markt 5, 10115 Berlin", "Markt", "[address], 10115 Berlin"),
    ("杭州市西湖区文三路 398 号", "文三", "[address]"),
    ("台北市信義區松高路45號", "松高", "[address]"),
    ("P.O. Box 1234", "1234", "[address]"),
    ("London NW1 6XE", "6XE", "London [address]"),
    ("Springfield, IL 62704", "62704", "Springfield, [address]"),
    ("我住在北京市朝阳区建国路88号3单元501室", "建国", "我住在[address]"),
    ("寄到上海市浦东新区世纪大道100号", "世纪", "寄到[address]"),
    ("住3号楼2单元501", "501", "住[address]"),
]
STAYS = [
    "The password is wrong, and the token expired.",
    "A token is a unit of text.",
    "password: required",
    "Where is the key, and what is a secret?",
    "密码是什么？密码错误怎么办？",
    "这个口令是一种习惯",
    "On 2024-05-01 at 10:30:45 we met.",
    "2024年5月1日下午3点",
    "From 2019-2021 it cost 1,000,000 or 3.14159265.",
    "GPT-4, ISO-8601, RFC2616, UTF-16, CVE-2021-44228 and PEP-8",
    "Python 3.11.7, version 10.0.19041",
    "1 2 3 4 5 6 7 8 9 10 11 12 13",
    "100 200 300 400",
    "in order 10 times, in case of fire",
    "order 66 cups",
    "买20240501的票",
    "He is 34 years old and 180 cm tall.",
    "see https://example.org/docs/page for more",
    "Room 12 has 3 windows.",
    "getElementsByClassName and a_very_long_identifier_name",
    "我喜欢走路，走了两条街",
    "这条路有三里长",
    "三号楼的同学是一班的",
    "The ratio is 16:9, the score 3:2.",
    "sha256 and base64 are no secrets",
    "password hashing with bcrypt takes 12 rounds",
    "The key to the answer is patience. The pin on the map is red.",
    "Token count: the model uses 4096 tokens; error code: 10054, status code is 2000",
    "use 2 eggs as the base and 300 g of flour",
    "密码学很有意思，密码长度至少8位，验证码没收到",
    "微信支付很方便，QQ音乐和QQ空间",
    "人口1400万，今年3月5日下午2点30分开会",
    "Via Email or phone; Hill climbing works.",
    "the cookie: a sweet thing",
    "{'role': 'user', 'content': 'tea'}",
    "x = [1, 2, 3]; y = x[0:2]",
]


@pytest.mark.parametrize(("text", "secret", "masked"), GONE, ids=lambda value: None)
def test_what_identifies_somebody_or_opens_something_is_masked(text, secret, masked):
    assert mask(text) == masked
    assert secret not in mask(text)


@pytest.mark.parametrize("text", STAYS)
def test_what_is_nobodys_stays_as_it_is(text):
    assert mask(text) == text


@pytest.mark.parametrize(("text", "secret", "masked"), GONE, ids=lambda value: None)
def test_a_secret_is_masked_in_the_middle_of_chinese_and_english_too(text, secret, masked):
    assert secret not in mask(f"你好，{text}。再见")
    assert secret not in mask(f"Hello, {text} and so on")


def test_what_is_shown_is_masked_over_line_breaks_too():
    shown = Excerpts(False, ())
    assert shown.line("card 4111 1111\n1111 1111, call 138\u200b0013\n8000") == "card [card], call [phone]"
    assert "lin" not in shown.line("x" * 190 + " lin@example.org") + shown.title(
        "y" * 55 + " lin@example.org"
    )


def test_names_are_masked_as_whole_words_in_any_case():
    assert mask("Ann, ANN and Annabel have a plan", ["Ann"]) == "[name], [name] and Annabel have a plan"
    assert mask("我叫林月，林月说的", ["林月"]) == "我叫[name]，[name]说的"
    assert mask("Lin Yue is Lin", ["Lin", "Lin Yue"]) == "[name] is [name]"


def test_a_name_of_one_letter_or_of_nothing_masks_nothing():
    assert mask("a tea", ["a", "", "   ", "."]) == "a tea"
    assert mask("tea.*", [".*"]) == "tea[name]"


def test_facts_of_identity_are_masked_whole():
    assert set(WHOLE) - set(RULES) <= {"address"}
    assert mask_value("name", "Ann") == "[name]"
    assert mask_value("order_id", "7") == "[number]"
    assert mask_value("employer", "Ann's tea", ["Ann"]) == "[name]'s tea"


def test_what_is_no_text_is_refused():
    with pytest.raises(TypeError, match=r"text: 7 is int, allowed is str: decode"):
        mask(7)  # type: ignore[arg-type]


@given(st.text(max_size=300))
def test_masking_twice_is_masking_once(text):
    once = mask(text)
    assert mask(once) == once


PIECES = [
    "1",
    "a",
    "A1",
    " ",
    "-",
    "@",
    ".",
    "路",
    "号",
    "密码是",
    "password: ",
    "/",
    "+",
    "0",
    "://",
    "=",
    "我",
]


@pytest.mark.parametrize("piece", PIECES)
def test_a_long_run_of_one_thing_ends(piece):
    """A pattern that tries every end at every start would be at it for hours."""
    text = piece * (200_000 // len(piece))
    assert mask(f"{text}\nlin@example.org").endswith("[e-mail]")
