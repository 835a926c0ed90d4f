# ruff: noqa: E501 - one pattern a line
"""Standing orders to the assistant, and the numbers of orders, in English."""

from __future__ import annotations

_ORDER = r"(?:(?:orders?|booking|purchase|confirmation|parcel|package) (?:(?:numbers?|no\.?|nr\.?|ids?|ID|num|code|ref(?:erence)?)|#)|order|ordernumber|order_id|orderid)"

PATTERNS: dict[str, tuple[str, ...]] = {
    "instruction": (
        r"(?:please |pls |kindly |and |oh |also )*(?:never|don't ever|do not ever|dont ever|don't you ever) (?!mind\b|say never\b|been\b|heard\b|knew\b|thought\b|seen\b|had\b|tried\b|ever\b|said\b|did\b|was\b|understood\b|felt\b|met\b|lived\b|worked\b|again\b|got\b|really\b|liked\b|loved\b|gonna\b|in\b|a\b|too\b|going\b|eaten\b|expected\b|realised\b|realized\b|used\b|happened\b|figured\b|came\b|come\b|know\b|fails?\b|better\b|works\b|imagined\b|believed\b|noticed\b|finished\b|gets?\b|once\b|actually\b|wanted\b|more\b|enough\b|before\b|not\b|going\b|sure\b|thanks\b|told\b|saw\b|could\b|would\b|quite\b|learned\b|owned\b|made it\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*always (?!been\b|had\b|wanted\b|happy\b|loved\b|liked\b|lived\b|a\b|the\b|good\b|nice\b|knew\b|thought\b|fun\b|hungry\b|tired\b|great\b|some\b|there\b|in\b|been\b|late\b|wondered\b|hated\b|something\b|up\b|on\b|has\b|is\b|have been\b|works\b|love\b|like\b|hate\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*(?:do not|don't|dont) (?!worry\b|know\b|think\b|like\b|want\b|need\b|forget\b|get\b|laugh\b|mind\b|you\b|i\b|we\b|have\b|be sorry\b|understand\b|care\b|believe\b|feel\b|remember\b|even\b|really\b|remind\b(?! me (?:every|each|all))|judge\b|ask why\b|bother\b|panic\b|be (?:silly|mad|angry|shy|sad)\b|cry\b|see\b|love\b|live\b|work\b|eat\b|drink\b|speak\b|they\b|ask me why\b|quote me\b|hold me to\b|say (?:so|that)\b|lie\b|go away\b|leave\b|go(?: yet)?[.!]*$|give up\b|hate\b|enjoy\b|wait\b|tell anyone\b|sweat\b|miss\b|make me\b|get me wrong\b|be like\b|let me (?:forget|down)\b|start\b|stress\b|take it\b|hesitate\b|trust\b|drive\b|own\b|trust me\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*stop (?!it\b|by\b|there\b|that\b|this\b|lying\b|working\b|joking\b|right\b|now\b|here\b|kidding\b|at\b|signs?\b|talking to\b|laughing\b|me\b)(?P<value>[a-z]+ing\b.+)",
        r"(?:from now on|from today on|from here on|going forward|in (?:the )?future|henceforth|for the future|from this point on|as of now|for all future \w+)[, ]+(?:please |pls )?(?!(?:i|my|i'm|we|our|he|she|it|they)\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*(?!(?:i|my|i'm|we|he|she|it|call|they|what|how|is|can)\b)(?P<value>(?:[a-z'-]+ ){1,14}?(?:from now on|going forward|in (?:the )?future|every time|each time|by default|at all times|in all (?:your )?(?:answers|replies|responses)|in every (?:answer|reply|response)|in your (?:answers|replies|responses)|unless i (?:ask|say|tell)|when you (?:answer|reply|respond)|whenever i\b|until i say)\b.*)",
        r"(?:whenever|each time|every time|any time|anytime|if ever) (?:i|you|we|there)\b(?P<value>[^,]{3,80}, (?:please |pls |always |never |just |then )*(?!(?:i|it|he|she|they|my|we|that|this|there|the|what)\b)[a-z].+)",
        r"(?:if|when) (?:i|you|we|there)\b(?P<value>[^,]{3,80}, (?:please |pls )*(?:always|never|don't|do not|only|use|give|reply|answer|add|include|show|keep|make sure)\b.+)",
        r"(?:please |pls |kindly )*(?:keep|make) (?:your |all |the |all your )*(?:answers|answer|replies|reply|responses|response|messages|explanations|(?<!make[ ])it|emails|summaries|things|sentences)(?: to me)? (?:\w+ )?(?P<value>(?:short|brief|concise|simple|formal|informal|polite|casual|under|below|to|as short|as brief|friendly|professional|long|detailed|to the point|longer|shorter|in)\b.*)",
        r"(?:please |pls |kindly )*be (?P<value>(?:more |as |very |always |less )?(?:brief|concise|polite|formal|informal|honest|direct|blunt|short|succinct|casual|friendly|gentle|patient|detailed|professional|careful|critical)\b.*)",
        r"(?:please |pls |kindly )*(?:use|write|give|quote|show|express|stick to|format|convert)(?P<value> (?:[\w'-]+ ){0,6}?(?:units|metric|imperial|celsius|fahrenheit|kilomet(?:re|er)s|bullet points?|bullets|spelling|tone|24[- ]hour|12[- ]hour|plain language|plain english|simple words|short sentences|emojis?|british english|american english|markdown|format|headings|pronouns|prices in|date format|numbered lists?|first name)\b.*)",
        r"(?:please |pls |kindly )*(?:(?:avoid|refrain from|steer clear of|abstain from)(?= (?!it\b|that\b|this\b|him\b|her\b|them\b))|(?:skip|leave out|omit)(?= (?:[\w'-]+ ){0,4}?(?:\w+s|jargon|slang|small talk|marketing|politics|sugar|advertising|intro|spam|using|sending|mentioning|suggesting|recommending)\b))(?P<value> .+)",
        r"(?:please |pls )?no (?P<value>(?:more )?(?:[a-z]+ ){0,2}?(?:emojis?|emoticons|ads?|adverts?|advertising|marketing|spam|newsletters?|notifications?|jargon|spoilers?|small talk|bullet points?|slang|exclamation marks|promotional|calls|phone calls|reminders|smileys|jokes|swearing|markdown|lectures|long answers|disclaimers|promotions|push notifications)\b.*)",
        r"(?:i want you to|i'd like you to|i would like you to|i need you to|you should|you must|you are to|you have to|make sure (?:you|to|that you)|be sure to|remember to|ensure you|see to it that you|i expect you to|i'd prefer it if you|i'd prefer you to|i prefer that you|i'd rather you)(?P<value>(?: please)? (?:always|never|not|don't|didn't|only ever|stop|avoid)\b.+)",
        r"(?:i (?:don't|do not|never) want (?:you to\b|any(?: more)? |to (?:get|receive|see|hear from) )(?P<value>(?:(?!budget)[\w' -])*?(?:messages?|emails?|ads?|calls?|notifications?|newsletters?|emojis?|marketing|suggest|mention|recommend|use|send|call|contact|address|write|remind|show|ask|share|tell|store|include|bring up|spoilers?|advertising|spam)\b.*))",
        r"(?:under no circumstances|on no account|at no time|by no means)(?P<value> .+)",
        r"(?:only|just) (?:ever )?(?P<value>(?:contact|call|email|text|message|send|suggest|recommend|use|show|write|reply|answer|give|ring) (?!.*\bthis time\b).+)",
        r"(?:please |pls |kindly )*(?:address|greet) me (?P<value>(?:formally|informally|politely|with|by)\b.*)",
        r"(?:please |pls |kindly )*(?:ask|check with|consult|warn|notify|tell|remind) me (?P<value>(?:before|first|every|each|whenever|when you)\b.+)",
    ),
    "order_id": (
        rf"{{whose}} (?:\w+ )?{_ORDER} {{is}} {{value}}",
        r"(?:my |the |our |an |about |regarding )?(?:latest |last |recent |new |second |other |both )?(?:orders?|booking|purchase) ?(?:numbers?|nos?\.?|nr\.?|ids?|num|ref(?:erence)?|code)?[ :#\"'`“‘*]*(?P<value>(?=#?(?=[\w-]*\d)(?:[A-Z]{1,6}[-_]?\d[\w-]{2,30}|[A-Z]{1,6}-\d[\w-]{1,30}|\d{4,20}[\w-]*)\b).+)",
        r"(?:order|booking|purchase) (?:number|no\.?|nr\.?|id|num|ref(?:erence)?|code)(?: is| was|:|'s| -)+ {value}",
        r"{value} is {whose} (?:order|booking) (?:number|id|no|code|reference)",
        r"(?:order|parcel|package|booking|delivery)\b[^.!?]{0,40}?[,:;(-] ?(?:the )?(?:number|no\.?|nr\.?|id|ref(?:erence)?|code)(?: is|'s|:)? {value}",
        r"(?:the |my )?(?:correct|right) (?:order )?(?:number|one|id)(?: is|'s|:) {value}",
        r"(?:it's|it is) (?:order|under order) {value}",
    ),
}  # fmt: skip
