"""Turns of phrase by kind, English and Chinese, as regular expressions.

They run in linear time: every repetition is bounded. They read text in which full-width forms are already
plain (a Chinese comma is `,`), `^` is the start of a clause, and case makes no difference.
"""

from __future__ import annotations

PAST = (
    "was|were|had|did|went|got|made|took|came|saw|met|bought|gave|found|told|said|felt|left|lost|won|ran|"
    "ate|began|"
    "wrote|read|spent|broke|built|caught|chose|drew|drove|fell|flew|forgot|grew|heard|held|hurt|kept|"
    "knew|led|learnt|"
    "paid|put|rode|sang|sat|sold|sent|slept|spoke|stood|swam|taught|thought|threw|understood|woke|wore|"
    "hit|became|"
    "brought|shot|beat|dealt|hung|lent|rose|shook|stole|stuck"
)
ADVERB = (
    "(?:(?:just|also|finally|recently|really|actually|even|once|already|never|always|both|all|still|only|"
    "totally|"
    "definitely|usually|often|sometimes|kinda|now|currently|mostly) ){0,2}"
)
KIN = (
    "mom|mum|mother|dad|father|parents?|brothers?|sisters?|sons?|daughters?|kids?|child|children|husband|"
    "wife|partner|"
    "girlfriend|boyfriend|grandma|grandmother|grandpa|grandfather|aunt|uncle|cousins?|niece|nephew|"
    "family|fam|friends?|"
    "dogs?|cats?|pets?|boss|team"
)
KIN_ZH = (
    "妈妈|爸爸|父母|母亲|父亲|哥哥|弟弟|姐姐|妹妹|儿子|女儿|孩子|老公|老婆|丈夫|妻子|女朋友|男朋友|奶奶|"
    "爷爷|外婆|外公|朋友|"
    "家人|狗|猫|宠物|老板|同事|妈|爸"
)
ME = r"\b(?:i|we)"

PHRASES: dict[str, tuple[str, str]] = {
    "what I did": (  # the speaker's own past
        rf"{ME} {ADVERB}(?:\w{{2,20}}ed|{PAST})\b"
        rf"|{ME}(?:'ve| have|'d| had) {ADVERB}(?:been|\w{{1,20}}e[dn]|had|got|done|made|met|found|lost|"
        r"won|gone)\b",
        r"(?:我|我们|咱们)[^,。!?\n]{0,8}(?:了|过)(?!吗)|我[^,。!?\n]{0,6}(?:曾经|曾)",
    ),
    "what I am doing": (  # the speaker's present
        rf"{ME}(?:'m|'re| am| are) {ADVERB}(?:\w{{2,20}}ing|an?|the|in|at|on|from|part)\b"
        rf"|{ME} {ADVERB}(?:have|own|live|work|play|run|teach|study|use|collect|go|do|need|drive|eat|"
        r"watch|read|write)\b"
        r"|\bi've got\b",
        r"(?:我|我们)[^,。!?\n]{0,4}(?:正在|在学|在做|在看|在写|是|有|住在?|用|养)",
    ),
    "without a subject": (  # a note about oneself that leaves the I out
        rf"^(?:(?:just|finally|also|recently|lately,?|still) )?(?:been|{PAST}|\w{{3,20}}ed|gonna|"
        r"thinking|trying|planning|"
        r"working|getting|taking|doing|looking|going|researching|learning)\b",
        r"^(?:刚|刚刚|最近|正在|打算|准备|在)[^,。!?\n]{2}",
    ),
    "what I plan": (  # plans and intentions
        rf"{ME}(?:'m|'re| am| are|'ve been)? ?{ADVERB}(?:going to|gonna|plan(?:ning)?|hop(?:e|ing)|"
        r"want(?:ed)?|thinking|"
        rf"considering|decided|looking|trying|working on|starting|aim|intend|about to)\b|{ME}(?:'ll|"
        r" will)\b",
        r"(?:我|我们)[^,。!?\n]{0,6}(?:打算|计划|准备|想要?|要去|希望|会去|决定|考虑)",
    ),
    "what I like": (  # likes and dislikes
        rf"{ME}(?:'m|'ve| am| have)? ?{ADVERB}(?:a (?:big |huge )?fan|love[ds]?|like[ds]?|enjoy(?:ed)?|"
        r"prefer|adore|hate[ds]?|"
        r"into|passionate|obsessed|hooked|interested|keen)\b|\bfavou?rite\b",
        r"(?:我|我们)[^,。!?\n]{0,4}(?:喜欢|最爱|爱|讨厌|偏爱|迷上|感兴趣)|最喜欢的",
    ),
    "what I feel": (  # feelings only
        rf"{ME}(?:'m|'re| am| are| was| were)? ?(?:\w{{1,12}} )?(?:feel|felt|feeling|happy|sad|excited|"
        r"thrilled|stoked|pumped|nervous|"
        r"anxious|worried|proud|grateful|thankful|lucky|blessed|glad|sorry|determined|motivated|inspired)\b"
        r"|\b(?:ma[kd]e?s?|making|gives?|gave|keeps?|kept|helps?|helped|reminds?|inspires?|"
        r"motivates?) (?:me|us)\b",
        r"(?:我|我们)[^,。!?\n]{0,4}(?:觉得|感到|感觉|很高兴|很开心|难过|激动|担心|骄傲|感激|幸运)|"
        r"让我[^,。!?\n]{0,4}(?:感到|觉得|想起|开心)",
    ),
    "my people": (  # the speaker's family, friends, animals
        rf"\b(?:my|our) (?:\w{{1,15}} ){{0,2}}?(?:{KIN})\b",
        rf"我(?:们)?(?:的|家)?[^,。!?\n]{{0,2}}(?:{KIN_ZH})",
    ),
    "my things": (  # something of the speaker's
        r"\b(?:my|our) (?!fav|friend|dear)\w{2,20}",
        r"(?:我|我们)的[^,。!?\n]{1,2}",
    ),
    "he or she": (  # what somebody else is or does
        r"\b(?:he|she|they)(?:'s|'re|'ve| \w{2,20})",
        r"(?:他|她|他们|她们)[^,。!?\n]{1,2}",
    ),
    "its name": (  # a name is given
        r"\b(?:called|named|name is|name's|names are|titled|known as)\b",
        r"(?:叫做?|名叫|名字[是叫]|称为|外号)[^,。!?\n]",
    ),
    "where from": (  # where a thing came from: made, given, bought
        r"\b(?:gift|gave me|given|got (?:it|this|them|these) (?:from|at|for|in)|bought|from my|for my|"
        r"made (?:it|this|these)|made by|by myself)\b",
        r"(?:送我|送给|给我买|从[^,。!?\n]{1,6}(?:买|来)|亲手|自己做)",
    ),
    "how long": (  # how long, how long ago, how old
        r"\b(?:for|since|in|over|about|around|after|within) (?:\w{1,12} ){0,3}?(?:years?|months?|weeks?|"
        r"days?|hours?|minutes?|decades?|\d{4})\b"
        r"|\b(?:years?|months?|weeks?|days?|hours?) (?:ago|old|now|later|straight)\b",
        r"(?:\d{1,9}|[一二两三四五六七八九十几半]{1,6})个?(?:年|月|周|星期|天|小时|分钟)(?:前|后|了|多)?|\d{1,9}岁|"
        r"[一二三四五六七八九十]{1,6}岁",
    ),
    "with whom": (  # in whose company
        r"\bwith (?:my|our|some|an?|the|his|her|these|those|other|two|three|few|old|new)\b",
        r"[和跟与](?!你|您)[一-鿿]{1,6}一起|带着?(?:他|她|孩子|家人)",
    ),
    "news": (  # something is announced
        r"\b(?:guess what|(?:big|great|good|awesome|some|cool) news|since (?:we|our) last|(?:last|when|"
        r"since) we (?:last )?(?:talked|spoke|chatted|met)|"
        r"something (?:\w{1,12} )?happened|wanted to tell you|by the way|btw|also|recently|lately|"
        r"finally)\b",
        r"告诉你|好消息|对了|顺便|说起来|话说|最近|终于|上次聊",
    ),
    "first or new": (  # a first, a new, another one
        r"\b(?:first|new|another|last|only|second|third|latest) \w{2,20}",
        r"第一次|第二次|新的|另一个|又一个|最新|头一回|首次",
    ),
    "long ago": (  # childhood and former times
        r"\b(?:used to|when i was|as a (?:kid|child)|growing up|childhood|back then|in (?:high school|"
        r"college)|years ago|younger|back in)\b",
        r"小时候|以前|从前|当年|年轻时|上学时|童年|那时候",
    ),
    "everybody": (  # general truths about people and life
        r"\b(?:everyone|everybody|people|others|someone|anyone|anything|everything|nothing|life|"
        r"each other|one another)\b",
        r"大家|所有人|人们|别人|每个人|人生|生活|彼此|一切",
    ),
    "help and support": (  # help, support, inspiration
        r"\b(?:help|support|encourag|inspir|motivat)\w{0,8}",
        r"帮助|支持|鼓励|激励|鼓舞",
    ),
    "urging": (  # the other one is urged on
        r"^(?:keep|stay|take|go|have|let's|let|don't|enjoy|remember|try|check|look|believe|just|give|"
        r"come|tell|hang) ",
        r"^(?:请?加油|继续|保持|别|不要|记得|试试|看看|相信|祝)",
    ),
    "hedging": (  # perhaps, I guess
        r"\b(?:maybe|perhaps|guess|probably|i think|(?<!so )kind of(?! you)|sort of|kinda|not sure)\b",
        r"也许|可能|大概|或许|我想|不太确定|好像",
    ),
    "abstract nouns": (  # nouns made by an ending: -tion, -ness, 性, 感
        r"\b\w{3,20}(?:tion|sion|ment|ness|ity|ance|ence|ship|ism|hood)s?\b",
        r"[一-鿿](?:性|感|力|度|化|主义)(?![一-鿿])",
    ),
    "quotation": (  # quoted words or a title
        r"\"[^\"\n]{2,80}\"",
        r"[《「『][^》」』\n]{1,40}[》」』]",
    ),
    "enumeration": (  # one thing, another and a third
        r"\w{2,20}, (?:\w{1,20} ?){1,3},? (?:and|or|&) \w{2,20}",
        r"[一-鿿]{1,6}、[一-鿿]{1,6}",
    ),
    "digits": (  # figures
        r"\d{1,20}(?:[.,:/-]\d{1,20}){0,6}",
        r"[一二三四五六七八九十百千万两]{1,8}(?:个|块|元|次|本|只|条|张|位|名|斤|公里)",
    ),
}

QUESTIONS: dict[str, tuple[str, str]] = {
    "what or which": (  # what, which kind
        r"\bwhat (?:kind|type|sort|are|is|was|were|did|do|does|else|other|'s|\w{3,12})\b|\bwhich\b|"
        r"\bfavou?rite\b",
        r"什么|哪种|哪个|哪些|最喜欢",
    ),
    "where, when, who": (  # a place, a time, a person, a number
        r"\b(?:where|when|how (?:long|many|much|often|old)|who|whose|name)\b",
        r"哪里|哪儿|什么时候|几点|多久|多少|多大|几[个岁年天次]|谁|叫什么",
    ),
    "why": (  # a reason or a beginning
        r"\bwhy\b|\bwhat made you|how did you (?:get|come|start|decide|end)|what (?:got|inspired|sparked|"
        r"drew|led|motivated)|\breason",
        r"为什么|怎么会|怎么开始|怎么想到|原因",
    ),
    "a plan": (  # what comes next
        r"\b(?:plan\w{0,4}|next|going to|gonna|future|goals?|upcoming|looking forward)\b",
        r"打算|计划|接下来|以后|将来|目标|准备",
    ),
    "how it went": (  # how it was or is
        r"\bhow (?:did|do|was|is|were|are|has|'s)\b",
        r"怎么样|如何|还好吗|顺利",
    ),
    "yes or no": (  # whether
        r"(?:^|, ?)(?:so |and |but |wow |oh )?(?:do|does|did|have|has|is|are|was|were|can|could|will|"
        r"would|any|got|had|ever)\b",
        r"吗|是不是|有没有|会不会|要不要|能不能",
    ),
    "a feeling": (  # feelings, thoughts
        r"\b(?:feel|feeling|inspires?|motivates?|mean to you|keeps? you|thoughts|think)\b",
        r"感觉|感受|觉得|心情|看法",
    ),
    "to be shown": (  # a photo
        r"\b(?:pic|pics|picture|photo|show|see|share)\b",
        r"照片|图片|看看|发来|分享",
    ),
    "advice": (  # advice
        r"\b(?:recommend\w{0,8}|suggest\w{0,8}|advice|tips?|ideas?)\b",
        r"推荐|建议|主意|办法",
    ),
}

REPLIES: dict[str, tuple[str, str]] = {
    "is taken by it": (  # a reply that begins with wonder or praise
        r"\A(?:oh|wow|woah|whoa|cool|nice|awesome|great|that'?s|sounds|haha|aww)\b",
        r"\A(?:哇|哦|天哪|太[棒好]|真[棒好]|厉害|不错|听起来|哈哈|好棒)",
    ),
    "thanks or agrees": (  # a reply that begins with thanks or a yes
        r"\A(?:thanks|thank|yeah|yep|yup|absolutely|definitely|totally|agree)\b",
        r"\A(?:谢|多谢|感谢|是的|对|没错|当然|确实|同意|嗯)",
    ),
    "congratulates or is sorry": (
        r"congrat|proud|sorry|good luck|happy for",
        r"恭喜|祝贺|祝你|骄傲|抱歉|遗憾|难过|替你高兴",
    ),
}
