"""Shapes: values that are known by their looks, as amounts, dates and telephone numbers are."""

from __future__ import annotations

import re

from memlab.facts.english.words import DAYS, MONTHS

_ABOUT = (
    r"(?:(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|at most|at least"
    r"|max(?:imum)?(?: of)?|up to"
    r"|no more than|not more than|more than|less than|under|below|over|only|just|exactly|almost|nearly"
    r"|like|maybe|now"
    r"|some(?:thing like)?|a total of|a maximum of|tops|strictly|currently|capped at|limited to|set at|a"
    r"|the|of|in"
    r"|somewhere around|close to|~|≈|<|<=)\s*)*"
)
_MONEY_WORD = (
    r"(?:dollars?|bucks?|euros?|pounds?|quid|cents|yuan|rmb|renminbi|kuai|yen|won|rupees?|francs?|kronor"
    r"|kroner|kr"
    r"|zloty|zł|pesos?|reais|reals?|rubles?|roubles?|lira|dirhams?|shekels?|usd|eur|gbp|cny|jpy|chf|sek"
    r"|nok|dkk|pln"
    r"|inr|cad|aud|nzd|hkd|sgd|krw|brl|czk|huf|ron|forint|crowns|koruna|baht|ringgit|rand)"
)
_SIGN = r"(?:US|AU|CA|A|C|HK|NZ|S|R)?[$£€¥₹₩₽₺฿]"
_DIGITS = r"\d{1,15}(?:[.,' ]\d{3})*(?:[.,]\d{1,2})?"
_SCALE = r"(?:\s?(?:k|m|mn|mio|bn|thousand|million|billion|grand|hundred|mil|lakh|lakhs|crore|万|亿)\b|万|亿)"
_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    r"|seventeen"
    r"|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million"
    r"|half a)"
)
_SPELT = rf"(?:a\s+)?{_NUMBER_WORD}(?:[\s-]+(?:and\s+)?(?:a\s+)?{_NUMBER_WORD}){{0,6}}"
_CODE3 = r"(?:USD|EUR|GBP|CNY|RMB|JPY|CHF|SEK|NOK|DKK|PLN|INR|CAD|AUD|HKD|SGD)"
_AMOUNT = (
    rf"(?:{_SIGN}\s?{_DIGITS}{_SCALE}?|{_CODE3}\s?{_DIGITS}{_SCALE}?"
    rf"|{_DIGITS}{_SCALE}?(?:\s?(?:{_SIGN}|(?:(?:us|american|canadian|australian|hong kong|swiss|british)\s)?"
    rf"{_MONEY_WORD}\b|元|块|人民币|美元|欧元))?|{_SPELT}\s+{_MONEY_WORD}\b)(?:(?=-?ish\b)|(?![\w%@]))"
)
_MONTH = rf"(?:{'|'.join(MONTHS)}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
_WEEKDAY = rf"(?:{'|'.join(DAYS)}|mon|tues?|weds?|thurs?|thur|fri|sat|sun)\b\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_YEAR = r"(?:\s*,?\s*(?:of\s+)?(?:19|20)\d\d)?"
_TIME = r"(?:\d{1,2}[:.]\d\d\s?(?:[ap]\.?m\b\.?)?|\d{1,2}\s?(?:[ap]m\b|o'clock)|noon|midnight)"
_CALENDAR = (
    rf"(?:(?:19|20)\d\d[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\d{{1,2}}(?:[-/.]\d{{2,4}})?"
    rf"|(?:the\s+)?{_DAY}(?:\s+of)?\s+{_MONTH}{_YEAR}|{_MONTH}\s+(?:the\s+)?{_DAY}(?!\d){_YEAR}"
    rf"|(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th)\b"
    rf"|{_MONTH}\s+(?:19|20)\d\d|\d{{1,2}}月\d{{1,2}}[日号])"
)
_RELATIVE = (
    rf"(?:(?:the\s+)?(?:day after tomorrow|end of (?:the |this |next )?(?:day|week|month|year|quarter"
    rf"|{_MONTH})"
    rf"|(?:this|next|coming|following|early|late|mid)\s+(?:{_WEEKDAY}|week(?:end)?|month|year|quarter"
    rf"|{_MONTH})"
    rf"(?:\s+{_WEEKDAY})?|{_WEEKDAY}\s+(?:next week|week)|(?:beginning|start|middle) of (?:the "
    rf"|next )?(?:week|month|{_MONTH}))"
    r"|today|tonight|tomorrow(?:\s+(?:morning|afternoon|evening|night|noon))?|eod|eow|christmas|easter"
    r"|new year'?s?(?: eve)?"
    r"|in (?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) (?:hours?|days?|weeks?|months?)"
    r"|(?:\d{1,2}|two|three|four) (?:days|weeks|months) from now)"
)
_PART = r"(?:\s+(?:morning|afternoon|evening|night|noon|midday))?"
_DEADLINE = (
    rf"(?:{_WEEKDAY}{_PART}(?:,?\s+(?:the\s+)?{_CALENDAR})?|{_CALENDAR}|{_RELATIVE}|{_TIME}|{_MONTH})"
    rf"(?:\s*,?\s*(?:at\s+|by\s+)?{_TIME})?(?:,?\s+(?:on\s+)?(?:{_WEEKDAY}|{_RELATIVE}))?"
)
_BIRTHDAY = rf"(?:{_CALENDAR}|(?:19|20)\d\d\b|{_MONTH})"
_LANGUAGES = (
    "english|german|french|spanish|italian|portuguese|dutch|danish|swedish|norwegian|finnish|icelandic"
    "|polish|czech"
    "|slovak|slovene|slovenian|croatian|serbian|bosnian|bulgarian|romanian|hungarian|greek|turkish"
    "|russian|ukrainian"
    "|belarusian|lithuanian|latvian|estonian|arabic|hebrew|persian|farsi|urdu|hindi|bengali|punjabi|tamil"
    "|telugu"
    "|marathi|gujarati|thai|vietnamese|indonesian|malay|tagalog|filipino|korean|japanese|chinese|mandarin"
    "|cantonese"
    "|simplified chinese|traditional chinese|british english|american english|us english|uk english|plain"
    " english"
    "|brazilian portuguese|catalan|basque|galician|irish|welsh|scots|gaelic|maltese|albanian|macedonian"
    "|armenian"
    "|georgian|azerbaijani|kazakh|mongolian|nepali|sinhala|khmer|lao|burmese|swahili|zulu|xhosa|afrikaans"
    "|amharic"
    "|somali|yoruba|igbo|hausa|latin|esperanto|swiss german|castilian|luxembourgish|flemish|deutsch"
    "|espanol|español"
    "|français|francais|italiano|tibetan|uyghur|yiddish|中文|英文|英语|汉语|普通话|日语|日文|法语|德语"
)
LANGUAGE_NAMES = frozenset(_LANGUAGES.split("|"))

SHAPES: dict[str, re.Pattern[str]] = {  # form of a value -> its looks; the group is the value
    "amount": re.compile(rf"{_ABOUT}\s*(?P<v>{_AMOUNT}(?:\s?[-–]\s?{_AMOUNT})?)", re.I),
    "phone": re.compile(
        r"(?:(?:at|on|to|is|it's|no\.?|number|:)\s+)?(?P<v>(?:\+|00)?\(?\d[\d() ./-]{3,22}\d)(?![\w%@])", re.I
    ),
    "email": re.compile(
        r"[<(\"']?(?P<v>(?:(?![㐀-鿿])[\w.!#$%&*+/=?^`{|}~-]){1,64}@(?:[\w-]{1,63}\.){1,8}"
        r"[^\W\d_㐀-鿿]{2,24})(?:\b|(?=[㐀-鿿]))",
        re.I,
    ),
    "code": re.compile(
        r"[\"'`“‘*]*(?:(?:numbers?|no\.?|nr\.?|id|code|ref(?:erence)?|is|orders?|num|:|#"
        r"|№)\s*[\"\'`“‘*]*)*(?P<v>#?(?=[\w-]{0,30}\d)[A-Za-z0-9][\w-]{2,40})"
        r"(?![\w@])",
        re.I,
    ),
    "language": re.compile(rf"(?:in\s+|to\s+|the\s+)?(?P<v>{_LANGUAGES})\b", re.I),
    "birthday": re.compile(
        rf"(?:(?:on|in|is|the|falls on)\s+)*(?:{_WEEKDAY},?\s+)?(?P<v>{_BIRTHDAY})(?![\w])", re.I
    ),
    "date": re.compile(
        rf"(?:(?:on|by|before|at|until|till|for|the|due|no later than|to|now|exactly|already|in(?!\s+(?:a"
        rf"|an|\d|one|two|three|four|five"
        rf"|six|seven|eight|nine|ten)\b))\s+)*(?P<v>{_DEADLINE})(?!\w)",
        re.I,
    ),
    "number": re.compile(
        rf"(?:(?:about|around|now|only|just|already|exactly)\s+)*(?P<v>\d{{1,3}}"
        rf"|{_SPELT})(?![\w%€£$])",
        re.I,
    ),
}
_AGE_UNIT = re.compile(
    r"\s*-?\s*(?:years?|yrs?|yo\b|y/o|y\.o\.?)(?:[\s-]*(?:old|of age|young))?(?!\s+(?:into|in|away|ago"
    r"|late|behind|ahead|with|at|of))",
    re.I,
)
_AGE_END = re.compile(
    r"\s*(?:$|[.,;:!?)\"'—–]|-\s|(?:and|n|w|but|so|now|today|already|as|with|this|since|btw|lol|then|or|which"
    r"|if|because|by the way"
    r"|actually|though|too|haha|hehe|from|living|male|female|last|yesterday|m\b|f\b|atm|yo|in (?:total"
    r"|real|human)|later|next|on|in)\b)",
    re.I,
)
_UNITS = {
    word: n
    for n, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen", "fourteen",
         "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
    )
}  # fmt: skip
_UNITS |= {
    word: 10 * n
    for n, word in enumerate(
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2
    )
}


def age(text: str, start: int, bare: bool) -> tuple[int, int, str] | None:
    """(start, end, digits) of an age at `start`; `bare`: without "years old" it must stand alone."""
    match = SHAPES["number"].match(text, start)
    if match is None:
        return None
    digits = number(match["v"])
    unit = _AGE_UNIT.match(text, match.end())
    if not 0 < digits < 125 or not (unit or _AGE_END.match(text, match.end())):
        return None
    return match.start("v"), match.end("v"), str(digits)


def number(words: str) -> int:
    """A small number in digits or in words; -1 if it is none.

    >>> number("34"), number("thirty-four"), number("a hundred and two")
    (34, 34, 102)
    """
    if words.isdigit():
        return int(words)
    total = 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word == "hundred":
            total = max(total, 1) * 100
        elif word not in ("a", "and"):
            total += _UNITS.get(word, 10_000)
    return total if total < 10_000 else -1
