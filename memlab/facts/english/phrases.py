"""Phrases: words that belong together or to no value, and those that begin or are no thing, task or item."""

from __future__ import annotations

import re

from memlab.facts.english.words import word_set

DIETS = re.compile(
    r"(?P<v>(?:lacto[- ]?)?(?:ovo[- ]?)?vegetarian|vegan|plant[- ]based|pescatarian|pescetarian"
    r"|flexitarian|fruitarian"
    r"|omnivore|omnivorous|carnivore|keto(?:genic)?|paleo|low[- ](?:carb|fat|fodmap|sodium|salt|sugar|gi"
    r"|histamine)"
    r"|high[- ]protein|halal|kosher|jain|raw(?: food)?|gluten[- ]free|dairy[- ]free|sugar[- ]free"
    r"|lactose[- ]free|mediterranean"
    r"|dash|whole ?30|macrobiotic|atkins|veggie|meat[- ]free|intermittent fasting|no[- ]sugar|liquid"
    r"|diabetic)\b",
    re.I,
)
STATUSES = re.compile(
    r"(?:(?:now|already|finally|still|currently|been|officially|being|just|all|almost)\s+)*"
    r"(?P<v>in progress|in review|under review|on hold|on track|on schedule|behind schedule|in transit"
    r"|out for delivery"
    r"|up and running|done|finished|completed?|ready|paused|stopped|postponed|cancell?ed|shipped"
    r"|delivered|approved|rejected"
    r"|blocked|delayed|launched|live|archived|closed|opened|pending|submitted|returned|refunded|lost|late"
    r"|dispatched|stuck)"
    r"(?=\s*(?:$|[.,;!)]|now\b|already\b|and\b|but\b|so\b|today\b|yesterday\b|since\b|at\b|because\b|in\b"
    r"|due\b|until\b|by\b|again\b))",
    re.I,
)
LIGHT_VERB = re.compile(
    r"(?:(?:finish(?:ing|ed)?(?: off| up)?|complet(?:e|ing|ed)|wrap(?:ping|ped)? up|finali[sz](?:e|ing"
    r"|ed)|prepar(?:e|ing|ed)"
    r"|get(?:ting)?(?: done with)?(?= .{1,80}\b(?:done|finished|ready|sorted)\b)|do(?:ing)?(?= the| my"
    r"| our)|be done with|get through|get done with"
    r"|have(?= .{1,80}\b(?:done|finished|ready)\b))\s+)(?:(?:off|up)\s+)?(?:(?:the|a|an|my|our|all the"
    r"|writing the|this|that|some)\s+)*",
    re.I,
)
ADDRESS = re.compile(
    r"\d\w{0,3},?\s+[^\W\d]{2}|[^\W\d]{2}\s+\d|\b(?:street|st\.?|road|rd\.?|avenue|ave\.?|lane|ln\.?"
    r"|drive|square|court|close|way|place|boulevard|crescent"
    r"|terrace|gardens?|grove|hill|row|mews|stra(?:ss|ß)e|weg|platz|rue|via|calle|house|cottage|farm"
    r")\b",
    re.I,
)
NO_THING = word_set(
    "it that this them these those you him her me us one ones everything anything nothing something so"
    " what all both"
    " things stuff more thing idea ideas sound way same others first second third last latter former"
    " this-one there"
    " nope nah no yes yeah nil anymore here none pretty any lot bit few lots option options one-off"
    " suggestion suggestions recommendation"
    " mine yours talk job"
)
NO_ALLERGEN = word_set(
    "mornings monday mondays bullshit work nonsense stupidity drama people exercise homework idiots housework"
    " fun commitment failure responsibility meetings politics you him her winter losing bs"
    " gone cured over history better passed wrong worse back fine"
)
NO_THING_PART = word_set(
    "i you we he she they who which what there everyone everybody someone nobody i'm im you're u me him us"
    " moved pushed extended postponed delayed changed gave shifted how when where is are was were am be"
    " been do does did will would can could if that's what's"
)
NO_TASK = word_set(
    "pee know say admit be ask think see understand hear feel believe wait go use have get remember agree"
    " disagree"
    " confess apologize apologise like love hate live make-up sleep you me i it that this laugh tell"
    " know, eat drink"
    " to a-bit more move be, leave vent rest relax something anything relocate warn add mention hurry"
    " stop keep"
)
TASK_VERBS = word_set(
    "add answer apply arrange ask assemble attend bake book bring build buy call cancel change charge"
    " check clean clear"
    " close collect complete confirm contact cook copy create cut decide deliver design do download draft"
    " drive drop"
    " edit email empty exchange file fill finalise finalize find finish fix fold follow format forward"
    " get give go grade"
    " hand hang install invite iron join learn lock mail make meet message mop move mow order organise"
    " organize pack"
    " paint pay phone pick plan plant polish post practise practice prepare present print proofread"
    " publish put read"
    " rebook record recycle register remind renew rent repair repay replace reply report request"
    " reschedule research"
    " reserve return review revise ring run schedule sell send set share shave ship shop show sign sort"
    " speak start"
    " stop study submit sweep switch take talk tell test text tidy train transfer translate turn update"
    " upload vacuum"
    " visit walk wash watch water weed wipe withdraw work wrap write"
)
NO_ITEM_START = word_set(
    "i i'm im i've i'd i'll we we're he he's she she's they they're it it's its you u your please pls"
    " thanks thx can"
    " could would will do does did is are was what where which who when why how any not but so because if"
    " though"
    " also my our his her their find show recommend suggest give help tell let just btw lol haha ok okay"
    " hi hey hello"
    " maybe perhaps then now there that that's this these those here in at from to as since although"
    " especially"
    " mostly mainly sorry no yes right correct with without for e.g etc such both only more most much"
    " always never"
    " preferably than same have has had still by on about one"
)
VERBS = word_set(
    "need want have work live use go find like love hate prefer enjoy dislike eat drink get got am be"
    " make take keep"
    " know think see buy look help plan moved live lives works likes loves hates speak study worked lived"
    " wish hope"
    " tell ask say remember call send write read start started stop stopped add change switch reply"
    " answer respond"
    " show recommend suggest give try turn become born can't cannot don't won't didn't doesn't used"
    " married moving"
    " allergic based employed living working thinking considering looking wondering trying going vegan"
    " vegetarian"
    " can could should would might must absolutely really currently also always usually often sometimes"
    " 's actually"
    " come came left quit joined own has wondering enjoying loving hating interested into adore detest"
    " loathe despise"
)
_FIXED = re.compile(
    r"\b(?:rock|mac|fish|salt|rhythm|black|drum|bed|arts?|health|research|peanut butter|food|wine|pros"
    r"|sweet|hot|bread"
    r"|gin|rum|ham|bacon|cookies|track|horse|surf|r|d|b|j|h|m|trial|hide|macaroni)\s+(?:and|&"
    r"|n)\s+(?:roll|cheese|chips"
    r"|vinegar|blues|white|bass|breakfast|crafts?|safety|development|jelly|drink|dine|cons|sour|cold"
    r"|butter|tonic|coke"
    r"|eggs?|cream|field|carriage|turf|b|d|m|j|error|seek)\b",
    re.I,
)
_TIME_PHRASE = re.compile(
    r"(?:in the (?:morning|mornings|evening|evenings|afternoon|winter|summer|future|meantime)"
    r"|at (?:the moment|night|all|present|home"
    r"|least|work|first|last)|on (?:weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|occasion)"
    r"|for (?:now|breakfast|lunch|dinner"
    r"|a while|years|ages|some time|sure|(?:\w+ )?(?:years|months|weeks|days))|right now|these days"
    r"|from (?:now|time|today)|by the way|very much|a lot(?! of)"
    r"|so much|any (?:more|longer)|more than|as well|as of|all (?:day|my life|the time)|every (?:day"
    r"|morning|week|year|evening|night|single)"
    r"|last (?:week|month|year|night|time|spring|summer|autumn|fall|winter|\w+day)|this (?:week|month"
    r"|year|morning|summer|afternoon|spring|evening|weekend)|next (?:week|month|year|\w+day)|since \w+"
    r"|to be honest|to death|in general"
    r"|in case|no matter|of course|i think|a bit\b(?! of)|too much|with a passion|to bits|in particular)\b",
    re.I,
)


def stops_at(text: str, at: int, limit: int) -> bool:
    """Whether a phrase of time, or another that belongs to no value, begins at `at`."""
    return text[at : at + 1].lower() in "aibofrtnelsvmnw" and _TIME_PHRASE.match(text, at, limit) is not None


def is_fixed(text: str, start: int, at: int, limit: int) -> bool:
    """Whether the "and" at `at` belongs to one thing: "rock and roll"."""
    before = max(text.rfind(" ", start, at - 1) + 1, start)
    return _FIXED.match(text, before, limit) is not None or _FIXED.match(text, start, limit) is not None
