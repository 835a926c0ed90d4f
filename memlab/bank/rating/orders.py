"""Instructions: what the agent is told to do from now on, English and Chinese.

An order is told by who gives it (the clause starts with the verb, or says "you" or 请), not by its adverb:
"he always uses", 我以后想 and 我始终相信 order nothing. What somebody else said, a quotation, a question and
comfort ("remember to breathe") give none.
"""

from __future__ import annotations

import re

from memlab.bank.rating.reading import Reading

START = r"(?:^|[,:] )(?:(?:and|also|but|so|please|okay|ok|hey|hi|just|then|plus),? ){0,3}"
DO = (
    r"(?:answer|reply|respond|use(?! to\b| of\b)|call|speak|write|send|ask|include|mention|delete|remove|"
    r"share|"
    r"show|tell(?! me (?:you|that|it|he|she|they|we)\b)|give(?! up| in\b)|add|translate|format|log|store|"
    r"save|"
    r"commit|push|run|sign|address|refer|treat|put|contact|email|message|text|phone|book|schedule|charge|"
    r"deploy|merge|edit|touch|overwrite|publish|post|disclose|reveal|invent|assume|apologi[sz]e|explain|"
    r"summari[sz]e|convert|round|cite|quote|check|confirm|notify|remind|recommend|suggest|execute|print|"
    r"return|"
    r"output|repeat|interrupt|guess|be (?:brief|concise|polite|formal|informal|terse|friendly|precise|"
    r"specific))\b"
)
DOING = (
    r"(?:answer|reply|respond|us|call|speak|writ|send|ask|includ|mention|delet|shar|show|tell|giv|add|"
    r"translat|"
    r"apologi[sz]|explain|summari[sz]|repeat|recommend|suggest|remind|interrupt)ing\b"
)
OTHERS = (  # whose doing is no order
    r"(?:i|i'm|i'll|i've|i'd|we|we're|we'll|he|she|they|it|it's|there|this|that|my|our|his|her|their|the|"
    r"life|"
    r"things?|everything|everyone|nothing|nobody)\b"
)
PAST_TIME = (  # "remember the day we met" calls up a memory
    r"(?:the|that|those|our|when|how|what)(?: \w+)? ?(?:time|day|night|morning|evening|summer|winter|"
    r"spring|autumn|"
    r"year|week|weekend|trip|party|holiday|moment)s?(?: (?:when|that|we|you|i|they|he|she|in|at|of|with)\b|"
    r"\W*$)"
)
COMFORT = (  # "remember to breathe" cheers somebody up
    r",? (?:(?:that |the |always |to )?(?:it's|it is|every|even|you|you're|your|there's|be|believe|breathe|"
    r"celebrate|"
    r"i'm (?:always )?here|enjoy|have|pause|relax|rest|smile|stay|love|look after|take (?:care|it|time|"
    r"a break)|focus on|small)|about)\b"
)

ENGLISH = (
    rf"{START}remember(?! {PAST_TIME}| when\b| how\b|{COMFORT})(?::|,? (?:that|this|these|my|our|the|it|to|"
    rf"i|i'm|we|"
    r"always|never|not|no|only|do not|don't)\b)",
    rf"{START}(?:make a note|note (?:down )?that|keep in mind|bear in mind|write (?:this|that|it) down|"
    r"take (?:a )?note)\b",
    rf"{START}(?:don't|do not|never) (?:ever )?forget\b(?!{COMFORT})(?=,? \w|:|')",
    rf"{START}(?:always|never|only|do not|don't) (?:ever )?(?:\w{{2,12}}ly )?{DO}",
    rf"^(?:if|when|whenever|every time|each time|(?:for|in) (?:all|every|any|"
    rf"your))\b[^,\n]{{1,60}}, (?:please )?"
    rf"(?:{DO}|keep (?:it|your)\b)",
    rf"{START}(?:make sure (?:that )?(?:you |to )?|be sure to )(?:always |never |don't )?{DO}",
    r"^(?:please,? )?(?:treat \w|(?:save|store) (?:this|that|it|these)\b|remind me\b)",
    rf"{START}(?:stop|avoid|no more) {DOING}",
    r"^(?:please,? )?be (?:brief|concise|polite|formal|informal|terse|specific|precise)\b",
    rf"^(?!{OTHERS}|[^\n]*\b(?:will|won't|is|are|was)\b)[^\n]{{1,80}}, (?:please,? )?from now on\b",
    r"^(?:please,? )(?:answer|reply|respond|use|call me|keep|speak|write|send|save|store|translate|format|"
    r"address)\b",
    r"^(?:answer|reply|respond|address me|refer to me|use(?! (?:to|of|case))|"
    r"switch to|turn (?:off|on)|set (?:the|my|your)|keep (?:your|all|the) (?:\w+ )?(?:answer|repl|respons|"
    r"message)\w*|"
    r"keep it (?:short|brief|simple|formal)|(?:speak|write)(?: to me)?(?: only)? in)\b ?(?=\w)",
    rf"(?:\b(?:from now on|going forward|henceforth|from today)|{START}in (?:the )?future)[,:]? "
    rf"(?!{OTHERS}(?! (?:want|need|expect) (?:you|all|your)\b)|\w+ (?:will|won't|is|was)\b)",
    rf"{START}{DO}[^\n]{{0,80}} (?:from now on|going forward|in (?:the )?future)\b",
    r"(?:^|[,:;] |\bplease |\byou (?:can|may|should) |\bjust )call me (?-i:[A-Z])(?!SAP)",
    rf"\byou (?:must|shall|should|are to|have to|can|may|will)(?: not| never| always| only){{1,2}} {DO}",
    rf"\byou (?:must|shall|are to|(?:are not|aren't) (?:allowed|permitted|supposed) to) {DO}",
    rf"\bi(?:'d| would| do| don't| do not)? (?:want|need|like|prefer|expect) you (?:not )?to (?:always |"
    rf"never |only )?{DO}",
    r"\bi(?:'d)? (?:want|prefer|need|like) (?:your |all )?(?:\w+ )?(?:answers|replies|responses|summaries)\b",
)

NOT = (
    r"(?:不要|不许|不允许|不准|不得|禁止|严禁|勿|(?:千万|绝对|一定)不能|别(?![人的处墅致扭样家国名针克])|"
    r"只(?![^,。!?\n]{0,4}[了过能]))"
)
DO_ZH = (
    r"(?:再|随便|随意|擅自|总是?|一直|在?[^,。!?\n]{0,6}[里上中内前后]|[跟对向和与替][^,。!?\n]{1,6})?"
    r"(?:使用|用(?![心功力])|发|给(?!自己)|提(?![了啦心多有])|叫|删|改|问(?!了)|说(?![了笑啦得])|把(?!自己)|"
    r"透露|泄露|告诉|打(?:[^,。!?\n]{0,8}电话|扰|断|给|搅)|回[答复我电]|寄|写(?!了)|加(?![油班])|动(?!摇)|碰|存|分享|"
    r"联系|安排|推荐|称呼|提交|运行|执行|上线|调用|公开|转发|上传|催|订|翻译|编造|道歉|重复|省略|跳过|超过|显示|输出|记录|推送|安装|发布|覆盖|"
    r"合并|部署|修改|敲门|按门铃|来电)"
)
ORDER_ZH = (  # what follows "from now on"
    rf"(?:{NOT}{DO_ZH}|请|必须|务必|一律|统一|使用|要?用(?![心功力])|(?:就|都|要|只)?(?:叫|称呼)我|按照?|"
    r"给我|把|先问|(?:都|要|只|先)?回[答复]|提醒我|记得|尽量)"
)
FIRST = r"(?<![一-鿿])(?:请|您|你|麻烦|千万|一定|要|可以|帮我|给我|那|也|还有|好的?|对了|,| ){0,4}"

CHINESE = (
    rf"{FIRST}(?:以后|今后|往后|从(?:现在|今天|今日|今)(?:起|开始|以后|往后))的?[,:]?"
    rf"(?:(?:你|您|都|就|每次|每天|所有|凡是|(?:跟|和|给)我)|(?!我)[^,。!?\n我]{{1,12}}?){{0,2}}{ORDER_ZH}",
    rf"{FIRST}(?:牢记|谨记|记一下|记着|记[住下好](?!了(?:[,。!]|$)))",
    rf"{FIRST}(?:存一下|存好|保存好|保存一下)",
    rf"{FIRST}(?:(?:下次|到时候?|明天|后天|今晚|早上|晚上|每[天周月次年][^,。!?\n他她我你]{{0,8}}|"
    rf"[^,。!?\n他她我你]{{0,6}}[点号前])请?)?提醒我(?![了们])",
    r"(?:要|请|必须)保密",
    r"(?<![邀申聘宴])请(?:使用|用(?![茶餐饭膳])|按照?|以|在[^,。!?\n]{1,10}[内里前](?:回|答|完)|先(?:问|"
    r"确认|告诉|把|发|列|检查)|只|尽量|始终|一直|一律|每次)",
    rf"{FIRST}(?:先)?把[^,。!?\n]{{1,20}}(?:记下|记住|记一下|存下|存好|保存|写下)",
    rf"{FIRST}记得(?:要|把|用|给|先|别|不要|不能|每|提醒|叫|回|发|按|带|保存|检查|这[个条点]|我(?:的|不|对|"
    rf"只|喜欢|讨厌|叫))",
    rf"{FIRST}(?:别|不要|勿)忘",
    rf"{FIRST}(?:再|都)?{NOT}{DO_ZH}",
    rf"(?<![一-鿿])(?:[^,。!?\n我他她]{{1,16}}[前后时候间里上内中点日天末早晚午夜]|(?:每|下)?(?:个)?(?:周|星期|"
    rf"礼拜)[一二三四五六日天])(?:请|都|就|也|千万|一定|尽量){{0,2}}{NOT}{DO_ZH}",
    rf"(?<![一-鿿])我[^,。!?\n]{{1,12}}(?:时候?|期间|前)(?:请|都|就|也|千万|一定){{0,2}}{NOT}{DO_ZH}",
    rf"请(?:先|再)?{NOT}{DO_ZH}|请记",
    r"(?<![我他她们])务必",
    r"(?<![我他她们])一律(?:请|不要|不许|不准|不得|使用|用|按|以|改|写|发|给|叫|回)",
    rf"{FIRST}(?:始终|永远|总是)(?:请)?(?:使用|用|按|以|保持|称呼|{NOT}(?!放弃|灰心|认输){DO_ZH})",
    rf"{FIRST}(?:使用|改用|用)[^,。!?\n]{{1,8}}(?:回复|回答|答复|交流|沟通|称呼|格式|语言|输出|"
    rf"写(?![信过了日的]|小说))(?![^,。!?\n]{{0,8}}[是很让])",
    rf"{FIRST}(?:叫|称呼)我(?!怎么|去|来|别|不|吃|起床|一起|们)[^,。!?\n]{{1,6}}(?=[,。!?]|$)",
    rf"我(?:希望|想让|要|需要|想请)(?:你|您)(?:(?:{NOT}|以后|每次|都|总是|始终|尽量){{1,3}}{DO_ZH}|使用|"
    rf"用(?![心功力])|回[答复])",
    rf"{FIRST}(?:你的|您的|每次|所有)?(?:回答|回复|输出|答复)(?![他她])[^,。!?\n]{{0,6}}(?:请|必须|务必|一定要|要|不要|别|不得)(?=[一-鿿])",
)

ORDER = re.compile("|".join(ENGLISH), re.IGNORECASE | re.MULTILINE)
CHINESE_ORDER = re.compile("|".join(CHINESE), re.IGNORECASE | re.MULTILINE)  # three times as slow
ROLE = re.compile(
    r"^(?:you are|you're|your (?:role|job|task|name) is|act as|你是|您是|你的(?:任务|职责|角色|名字)|"
    r"你(?:必须|应该|只能|可以))",
    re.IGNORECASE | re.MULTILINE,
)

QUOTED = re.compile(r'"[^"\n]{1,300}"|[「『][^」』\n]{1,300}[」』]')
REPORTED = re.compile(  # from the verb of saying on; the whole clause, if the verb comes last
    r"^[^\n]*, ?(?:he|she|they|my \w+|the \w+|\w+) (?:said|says|wrote|told \w+|shouted|asked)[.!]*$"
    r"|(?<!\bi )(?<!\bwe )\b(?:said|says|wrote|shouted|told (?:me|us|him|her|them|everyone)|"
    r"asks? (?:me|us) to|asked (?:me|us|him|her|them)|wants? (?:me|us) to|reminded (?:me|us))\b.*$"
    r"|(?<=[一-鿿])(?<![我你小听再别要能请来以不是只都就多少用文语常会想可])(?:说(?![明话法])|写道|"
    r"喊道)[^\n]*$"
    r"|(?<=[一-鿿])(?<![请你您就可以要都次再先后点前天上午晚末])(?:让|叫|劝|嘱咐|叮嘱|提醒|要求|告诉)(?:我们?|他们?|"
    r"她们?|大家)[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
TAG = re.compile(  # "…, okay?" asks for a nod and nothing else
    r"^(.*), ?(?:ok|okay|alright|please|will you|would you|好吗|好不好|可以吗|行吗|行不行|好么)\?$",
    re.IGNORECASE | re.MULTILINE,
)


def orders(turn: Reading) -> bool:
    """Whether the turn gives the agent an order. O(characters)."""
    said = "\n".join([turn.told, *TAG.findall(turn.asked)])
    said = REPORTED.sub("", QUOTED.sub(" ", said))
    return bool(ORDER.search(said)) or (not said.isascii() and bool(CHINESE_ORDER.search(said)))


def sets_the_role(turn: Reading) -> bool:
    """Whether it tells the agent what it is, as the system does."""
    return bool(ROLE.search(turn.told))
