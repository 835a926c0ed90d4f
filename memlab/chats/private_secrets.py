"""The patterns of `mask` for what opens something: keys, tokens, passwords said in words."""

from __future__ import annotations

import re

from memlab.chats.private_rule import END as _END
from memlab.chats.private_rule import START as _START
from memlab.chats.private_rule import rule as _rule

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
    _rule(
        r"-----BEGIN [A-Z ]{3,40}-----[\s\S]{0,20000}?(?:-----END [A-Z ]{3,40}-----|(?=-----BEGIN )|\Z)",
        "[secret]",
    ),
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
