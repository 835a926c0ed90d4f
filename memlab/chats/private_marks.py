"""The patterns of `mask`, each with its mark, in the order in which they are tried."""

from __future__ import annotations

import re

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_START, _END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"


def _rule(pattern: str, mark, flags: int = 0):
    return re.compile(pattern, flags), mark


# -- what opens something

_NO_SECRETS = """
a an the not no wrong right correct incorrect invalid valid expired required needed missing empty stored
hashed encrypted too very so weak strong short long always never also in on at to of for my your that
this something what how where when why which set reset changed used unused unknown secret public private
optional none null true false str string int and or being generated sent shown hidden now still only just
"""
_NO_SECRET = frozenset(_NO_SECRETS.split())
_ASKS = re.compile("什么|多少|怎么|哪|错|不|正确|必|空|忘|用来|一[种个]")
_SURE_VALUE = re.compile(r"[^A-Za-z\u3400-\u9fff]")
_BESIDE = re.compile(r"[\"“「'`].|(?=[!-~]{0,60}\d)[!-~]{3,}")  # the value where only a blank leads to it


def _secret(match: re.Match[str]) -> str:
    """The value behind "password is": a plain word is one only behind a colon, or if it is somebody's own."""
    value = match["value"].strip("\"'“”「」`")
    plain = not _SURE_VALUE.search(value.rstrip(".!?。！？,，;；)"))
    sign = match["sign"].strip()
    sure = sign in ("=", ":", "：") or (match["own"] and " " not in sign)
    if (
        _ASKS.match(value)
        or (not sign and not _BESIDE.match(match["value"]))
        or value.lower().rstrip(".!?。！？,，;；)") in _NO_SECRET
        or value[:1] == "["
        or (plain and not sure)
    ):
        return match[0]
    return f"{match[0][: match.start('value') - match.start()]}[secret]"


def _url(match: re.Match[str]) -> str:
    """Host and path stay; who logs in, what is asked and what is random go."""
    user, rest, asked = match["user"], match["rest"], match["asked"]
    path = re.sub(r"(?<=/)(?=[^/]*\d)(?=[^/]*[A-Za-z])[A-Za-z0-9_-]{16,}", "[id]", rest)
    return match["scheme"] + ("[secret]@" if user else "") + path + (asked[0] + "[hidden]" if asked else "")


_KEYS = (
    r"sk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}"
    r"|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{30,}|hf_[A-Za-z0-9]{20,}"
    r"|npm_[A-Za-z0-9]{20,}|pypi-[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}"
    r"|(?:dckr_pat_|gsk_|r8_|xai-|pplx-|tvly-|lsv2_(?:pt|sk)_|sq0[a-z]{3}-|nvapi-|whsec_|shp[a-z]{2}_|sntrys_"
    r"|AKID|LTAI|EAA)[\w-]{14,}"
    r"|ya29\.[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?"
)
_NAMED_SECRET = (
    r"(?P<own>\b(?:my|our|the)\s+(?:[a-z-]{1,20}\s+){0,2}|我们?的?[\u4e00-\u9fff]{0,6})?"
    r"(?:(?:(?<![^\W_])|(?<=\bpg))(?:pass(?:word|wd|phrase|code)s?|(?<=_)pass|pwd|pin(?:[ -]?code)?"
    r"|secret(?:[ _-]?access)?(?:[ _-]?key)?|session[ _-]?token"
    r"|(?:api|access|private|license)[ _-]?key|(?:access|auth|refresh|bearer|api|bot)[ _-]?token|token"
    r"|(?:client|app)[ _-]?secret|(?:verification|security|one-time|recovery|access)[ _-]code|otp|cvv|cvc)"
    r"|密码|口令|密钥|秘钥|验证码|暗号|动态码|提取码)"
    r"[\"'`]?(?P<sign>\s*(?:=|:|：)\s*|(?:\s+(?:to|for|of|on)(?:\s+[\w'’.-]{1,20}){1,4}?)?\s+(?:is|was|are)(?:\s*:)?\s+"
    r"|['’]s\s+|\s*就?[是为](?:[:：])?\s*|\s+|(?<=[码令钥号])(?=[!-~]))"
    r"(?P<value>[\"'“「`][^\"'”」`\n]{1,80}[\"'”」`]|[^\s\"'”」，。；？！、,;]{2,200})"
)
_TOKEN = r"(?=[A-Za-z0-9_+/-]{0,200}[a-z])(?=[A-Za-z0-9_+/-]{0,200}[A-Z])(?=(?:[^\d\s]{0,60}\d){3})"

_CODE_WORD = r"(?:code|pin|otp|password|passcode)"
_AS_SECRET = rf"\s+as\s+(?:(?:the|my|your|a|our)\s+)?(?:\w{{1,20}}\s+)?{_CODE_WORD}\b"

SECRETS = (
    _rule(r"-----BEGIN [A-Z ]{3,40}-----[\s\S]{0,20000}?(?:-----END [A-Z ]{3,40}-----|\Z)", "[secret]"),
    _rule(
        r"(?P<scheme>\b[a-z][a-z0-9+.-]{1,15}://)(?P<user>[^\s/@\"'<>]{1,200}@)?"
        r"(?P<rest>[^\s?#\"'<>，。；）\u4e00-\u9fff]{1,2000})(?P<asked>[?#][^\s\"'<>，。；）\u4e00-\u9fff]{1,4000})?",
        _url,
        re.I,
    ),
    _rule(rf"(?<![\w-])(?:{_KEYS})(?![\w-])", "[secret]"),
    _rule(r"\b((?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{12,}", r"\1[secret]"),
    _rule(r"(\bAuthorization:\s*(?:[A-Za-z]{3,12}\s+)?)(?=\S{0,200}\d)[^\s\[]\S{5,400}", r"\1[secret]", re.I),
    _rule(r"(\b(?:Set-)?Cookie:\s*)(?=[^\n]{0,400}=)[^\s\[][^\n]{3,4000}", r"\1[secret]", re.I),
    _rule(r"((?:^|\s)(?:-u|--user)\s+)[^\s:]{1,60}:\S{1,100}", r"\1[secret]"),
    _rule(
        rf"(\b(?:use|with|try|set|type)\s+)(?=\S{{0,60}}\d)\S{{3,60}}(?={_AS_SECRET})", r"\1[secret]", re.I
    ),
    _rule(
        rf"{_START}(?:[A-Z]-)?\d{{4,8}}(?=\s+is\s+(?:your|my|the)\s+(?:\w{{1,20}}\s+){{0,3}}{_CODE_WORD}\b)",
        "[secret]",
        re.I,
    ),
    _rule(
        r"((?<!error )(?<!status )(?<!exit )(?<!return )\bcode(?:\s+is|:)\s*)\d{4,8}(?!\w)",
        r"\1[secret]",
        re.I,
    ),
    _rule(_NAMED_SECRET, _secret, re.I),
    _rule(rf"{_START}[0-9a-f]{{8}}-(?:[0-9a-f]{{4}}-){{3}}[0-9a-f]{{12}}{_END}", "[id]", re.I),
    _rule(rf"{_START}0x[0-9a-fA-F]{{40,64}}{_END}", "[account]"),
    _rule(rf"{_START}(?=[0-9a-f]*\d)[0-9a-f]{{32,128}}{_END}", "[secret]", re.I),
    _rule(rf"(?<![\w/+-]){_TOKEN}[A-Za-z0-9_+/-]{{20,400}}={{0,2}}(?![\w/+-])", "[secret]"),
)

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
    _rule(rf"({_CHINESE_LABELS}\s*(?:是|为|[:：#])?\s*)(?:{_CODE})(?![A-Za-z0-9])", r"\1[number]", re.I),
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
