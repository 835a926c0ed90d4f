"""The patterns of `mask` for numbers and addresses, in the order in which they are tried."""

from __future__ import annotations

import re

from memlab.chats.private_rule import END as _END
from memlab.chats.private_rule import START as _START
from memlab.chats.private_rule import rule as _rule

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"

# -- numbers that are somebody's


def _account(match: re.Match[str]) -> str:
    """An IBAN, if its check digits are right (ISO 13616)."""
    plain = re.sub(r"[ -]", "", match[0]).upper()
    number = "".join(str(int(c, 36)) for c in plain[4:] + plain[:4])
    return "[account]" if 15 <= len(plain) <= 34 and int(number) % 97 == 1 else match[0]


def _card(match: re.Match[str]) -> str:
    """A card's number, if its check digit is right (Luhn); what is as long and none is some other number."""
    digits = [int(c) for c in match[0] if c.isdigit()]
    doubled = [d if n % 2 == 0 else sum(divmod(2 * d, 10)) for n, d in enumerate(reversed(digits))]
    return "[card]" if sum(doubled) % 10 == 0 else "[number]"


def _bare(match: re.Match[str]) -> str:
    """A long number; eight digits that are a day stay."""
    is_day = re.fullmatch(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", match[0])
    return match[0] if is_day else "[number]"


_LABELS = (
    r"\b(?:order|ticket|invoice|case|tracking|parcel|booking|reservation|confirmation|reference|ref|account|policy"
    r"|contract|member(?:ship)?|customer|card|passport|licen[cs]e|serial|claim|patient|student|employee|tax|vat"
    r"|social security|ssn|visa|flight|iban|bic|vin)(?:[ _-]?(?:number|no\.?|nr\.?|id|code|num))?"
)
_CHINESE_LABELS = (
    r"(?:(?:订单|运单|快递|物流|发票|工单|合同|会员|客户|护照|学生|员工|身份证|社保|银行|车牌|卡|账|帐|单|流水|编|证件?|房"
    r"|学|工|病历|驾照|驾驶证)(?:编?号码?|卡号)|订单|护照|身份证|银行卡|邮编|尾号|单号"
    r"|通行证|驾照|取件码|提货码|兑换码|激活码|邀请码)"
)
_CODE = r"(?=[A-Za-z0-9/_-]{0,30}\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,40}"
_NO_CODES = "RFC|ISO|CVE|IEEE|PEP|DIN|EN|IEC|UTF|SHA|AES|RSA|HTTP|ES|EC|CP|GB|WIN|GPT|ANSI|NIST|FIPS|CWE|JIS"
_NO_CODES += "|RTX|GTX|USD|EUR|CNY|GBP"  # norms, machines and money

NUMBERS = (
    _rule(
        r"(?<![\w.+-])[\w.+-]{1,64}(?:@|\s?\(at\)\s?|\s?\[at\]\s?)"
        r"(?:[A-Za-z0-9-]{1,63}(?:\.|\s?\(dot\)\s?|\s?\[dot\]\s?)){1,8}[A-Za-z]{2,24}"
        r"(?![A-Za-z0-9])",
        "[e-mail]",
        re.A,
    ),
    _rule(
        r"(?<![\w.+-])[\w.+-]{1,64} AT (?:[A-Za-z0-9-]{1,63} DOT ){1,4}[A-Za-z]{2,24}(?![A-Za-z0-9])",
        "[e-mail]",
        re.A,
    ),
    _rule(rf"[\w.+-]{{1,64}}@[{_HAN}][\w-]{{0,60}}\.(?:中国|公司|网络|[A-Za-z]{{2,24}})", "[e-mail]"),
    _rule(
        rf"{_START}[A-Z]{{2}}\d\d(?:[ -]?[A-Z0-9]{{4}}){{2,7}}(?:[ -]?[A-Z0-9]{{1,3}})?{_END}", _account, re.I
    ),
    _rule(
        rf"{_START}[1-9]\d{{5}}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{{3}}[\dXx]{_END}",
        "[id card]",
    ),
    _rule(r"(?<![A-Za-z0-9.+])\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?(?![A-Za-z0-9]|[ -]?\d)", _card),
    _rule(r"(?<![A-Za-z0-9.+-])3[47]\d\d[ -]\d{6}[ -]\d{5}(?![A-Za-z0-9])", _card),
    _rule(rf"{_START}(?<![.+])\d{{13,19}}{_END}(?!\.\d)", _card),
    _rule(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])", "[id]"),
    _rule(rf"{_START}[A-CEGHJ-PR-TW-Z]{{2}} ?\d\d ?\d\d ?\d\d ?[A-D]{_END}", "[id]"),
    _rule(rf"{_START}(?=[A-Z0-9]{{0,16}}\d)(?=\d{{0,16}}[A-Z])[A-HJ-NPR-Z0-9]{{17}}{_END}", "[number]"),
    _rule(rf"{_START}bc1[a-z0-9]{{25,80}}{_END}", "[account]"),
    _rule(
        r"((?:微信|QQ|支付宝)(?:号|账号)?\s*)(?=[A-Za-z]{0,40}[\d_-])[A-Za-z][A-Za-z0-9_.-]{4,40}",
        r"\1[account]",
    ),
    _rule(
        r"((?:微信|QQ|支付宝|wechat|weixin|telegram|whatsapp|skype)(?:号|账号|\s?id|\s?number)?\s*(?:是|为|is|[:：])\s*)"
        r"@?[A-Za-z0-9][\w.-]{4,40}",
        r"\1[account]",
        re.I,
    ),
    # phones: with a country's code, Chinese, North American, national with a 0, and what is called one
    _rule(r"(?<![\w+])(?:\+|00)[1-9]\d{0,2}(?:[ .()/-]{0,3}\d){6,13}(?![\dA-Za-z])", "[phone]"),
    _rule(r"(?<![\dA-Za-z.])(?:86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?![\dA-Za-z])", "[phone]"),
    _rule(r"(?<![\w.-])(?:1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-. ])[2-9]\d\d[-. ]\d{4}(?![\w-])", "[phone]"),
    _rule(r"(?<![\w.+-])\(?0\d{1,4}\)?[ /-]{1,2}\d{2,4}(?:[ -]?\d{2,4}){1,3}(?![\w-])", "[phone]"),
    _rule(r"(?<![\w.])0\d(?:([ .])\d\d)(?:\1\d\d){3}(?![\w]|[ .]\d)", "[phone]"),
    _rule(r"(?<![\w.])(?:\d[ -]?)?\(\d{2,5}\)[ -]?\d{2,5}(?:[ -]\d{2,5}){1,3}(?![\w-])", "[phone]"),
    _rule(r"(?<![\w-])\d[\d -]{5,14}\d(?= is my (?:\w{1,10} )?(?:number|phone|cell|mobile)\b)", "[phone]"),
    _rule(r"(?<![\w.-])(?:400|800)-?\d{3}-?\d{4}(?![\w-])", "[phone]"),
    _rule(
        r"((?:\b(?:phone|mobile|cell|tel|fax|call me (?:at|on))(?:[ -]?(?:number|phone|no\.?))?"
        r"|电话|手机|座机|热线|传真)"
        r"号?码?[ :：.]{0,3}(?:is|was|are|[是为])?[ :：]{0,2})\+?\(?\d[\d ()/-]{4,18}\d",
        r"\1[phone]",
        re.I,
    ),
    _rule(rf"({_LABELS}(?:\s*(?:is|was|[:#：])\s*#?|\s+#?))(?:{_CODE})(?![A-Za-z0-9])", r"\1[number]", re.I),
    _rule(rf"({_CHINESE_LABELS}\s*(?:(?:是|为|[:：#])\s*)?)(?:{_CODE})(?![A-Za-z0-9])", r"\1[number]", re.I),
    _rule(
        rf"(?<![\w/.-])(?!(?:{_NO_CODES})[-/]?\d)[A-Z]{{1,5}}[-/]?\d{{4,20}}(?:[-/]\d{{1,10}})*(?![\w-])",
        "[number]",
    ),
    _rule(
        r"(?<![\d.])[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼]"
        r"[A-Z][·• ]?[A-Z0-9]{5,6}(?![A-Z0-9])",
        "[plate]",
    ),
    _rule(
        r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w]|\.\d)", "[ip]"
    ),
    _rule(r"(?<![\w:])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![\w:])", "[ip]", re.I),
    _rule(
        r"(?<![A-Za-z0-9_:])(?=[0-9:]{0,39}[a-f])(?=[a-f:]{0,39}\d)[0-9a-f]{1,4}(?:::?[0-9a-f]{1,4}){2,7}"
        r"(?![A-Za-z0-9_:])",
        "[ip]",
        re.I,
    ),
    _rule(r"(?<![A-Za-z0-9.,_+-])\d{8,12}(?![A-Za-z0-9_]|[.,]\d)", _bare),
)

# -- where somebody lives

_STREET = (
    r"Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct|Square|Sq|Place|Pl|Terrace|Close"
    r"|Crescent|Highway|Hwy|Parkway|Pkwy|Gardens|Mews|Hill|Row|Walk"
)
_UNIT = r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|#)\.? ?[A-Za-z0-9-]{1,6})?"
_PLACE = rf"(?:(?![我你您他她住在是到寄址从去来和与号的们省市区县镇乡區縣鎮鄉號])[{_HAN}])"
_ROOMS = (
    rf"(?:(?:[{_HAN}]{{0,8}}?[A-Za-z]? ?\d{{1,5}} ?(?:号楼|号院|号|栋|幢|座|单元|层|楼|室|弄|户|號|樓|棟))+)"
)

ADDRESSES = (
    _rule(
        rf"(?<![\w.])\d{{1,5}}[A-Za-z]?(?:[ -]\d/\d)? (?:(?:[NSEW]|North|South|East|West)\.? )?"
        rf"(?:[A-Z\d][\w'’-]{{0,20}} ){{1,4}}(?:{_STREET})\b\.?{_UNIT}",
        "[address]",
    ),
    _rule(
        r"\b[A-ZÄÖÜ][\wäöüß-]{1,30}(?:straße|strasse|str\.|gasse|allee|platz|weg|ufer|damm) ?\d{1,4}[a-z]?\b",
        "[address]",
    ),
    _rule(
        r"\b(?:\d{1,4},? (?=[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace)|(?=calle|via|piazza|viale|plaza)"
        r"|(?=(?:Calle|Via|Piazza|Viale|Plaza|Avenida) (?:\S{1,20} ){1,3}\d))[A-Za-z]{3,9} "
        r"(?:[A-Za-zÀ-ÿ'’]{1,20} ){0,3}[A-ZÀ-Ý][\wÀ-ÿ'’-]{1,20}(?:,? \d{1,4}\b)?",
        "[address]",
    ),
    _rule(
        r"\b(?:Am|Im|An|In|Auf|Zum|Zur)(?: de[rmn])? [A-ZÄÖÜ][\wäöüß-]{2,30} \d{1,4}[a-z]?(?=,? \d{5}\b)",
        "[address]",
    ),
    _rule(r"\bP\.? ?O\.? Box \d{1,8}\b", "[address]", re.I),
    _rule(r"(?<![\w-])[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}(?![\w-])", "[address]"),
    _rule(
        r"(?<![\w-])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]"
        r"|UT|V[AT]|W[AIVY]) \d{5}(?:-\d{4})?(?![\w-])",
        "[address]",
    ),
    _rule(
        rf"(?:{_PLACE}{{1,8}}[省市区县镇乡區縣鎮鄉]){{0,4}}(?:{_PLACE}{{1,6}}?(?:街道|村))?{_PLACE}{{1,8}}?"
        rf"(?:路|街|大道|巷|弄|胡同|里|村|道|园|小区|苑|花园){_ROOMS}",
        "[address]",
    ),
    _rule(r"(?<!\d)\d{1,4}(?:号楼|栋|幢|座)\d{1,3}单元\d{1,5}室?", "[address]"),
    _rule(
        r"((?:/(?:Users|home)/|\b[A-Z]:\\(?:Users|Documents and Settings)\\))[^/\\\s:\"'<>|]{1,60}",
        r"\1[user]",
    ),
)
