"""Article 2's grades, told by turns of phrase: an instruction, a tool's error, business data, a conclusion.

What is none of these is ordinary conversation, or small talk if hardly anything but chatter is left of it.
"""

from __future__ import annotations

import re

from memlab.bank.rating.reading import NUMBER, Reading
from memlab.bank.rating.words import TOPICS

GIVES_ORDERS = ("user", "system", "developer")  # two people who talk with each other give an agent none

INSTRUCTION = re.compile(
    r"\bfrom now on\b|\b(?:in (?:the )?future|going forward|henceforth),? |\bremember (?:that|this|my|"
    r"our|the|it|to|:)"
    r"|\b(?:make a note|note (?:down )?that|keep in mind|bear in mind|write (?:this|that|it) down)\b|"
    r"\bdon't (?:ever )?forget\b"
    r"|^(?:please,? )?(?:always|never|only|do not|don't|stop|avoid) (?:\w{2,12}ly )?(?:answer|repl|respond|"
    r"use|using|call|calling|speak|write|"
    r"writing|send|ask|asking|include|mention|delete|share|show|tell|give|add|be|translate|format|log|"
    r"store|save|commit|push|run)"
    r"|^please (?:answer|reply|respond|use|call me|keep|speak|write|send|save|store|translate|format|"
    r"address)\b"
    r"|\bcall me [A-Z]|\b(?:answer|reply|respond|speak|write)(?: to me)? (?:only |always )?in (?:english|"
    r"chinese|french|german|spanish|japanese)\b"
    r"|以后|从现在起|从今以后|今后|往后|记住|请记|记下|记一下|记得(?:要|把|用|给)|别忘|不要忘|牢记|务必|"
    r"一律|始终|永远(?:不要|别|用)|总是(?:用|要)"
    r"|^请?(?:用|使用|改用)[^,。!?\n]{1,8}(?:回复|回答|格式|写|称呼|语言)|^请?(?:叫|称呼)我|^(?:不要|别|"
    r"禁止|不许|不准)(?:再)?(?:用|使用|发|给|提|叫|删|改|问|说|把|透露)",
    re.IGNORECASE | re.MULTILINE,
)

ERROR = re.compile(
    r"\b(?:traceback|stack ?trace|exception|segfault|core dumped|timed? ?out|timeout|permission denied|"
    r"access denied|unauthori[sz]ed|forbidden|"
    r"connection (?:refused|reset|failed)|not found|rate limit(?:ed)?|quota exceeded|out of memory|"
    r"disk full|no such file|cannot (?:open|connect|read|write)|"
    r"failed|failure|fatal|error|invalid|alert|warning)\b"
    r"|\b[45]\d\d (?:error|bad|unauthorized|forbidden|not found|internal|service|gateway|too many)|"
    r"\b\w{1,40}(?:Error|Exception)\b"
    r"|失败|报错|出错|错误|异常|超时|拒绝访问|权限不足|没有权限|无权限|连接被拒|找不到|不存在|崩溃|告警|"
    r"警告|配额|限流|内存不足|磁盘已满|无法(?:连接|打开|读取|写入|访问)",
    re.IGNORECASE,
)
ERROR_ANYWHERE = re.compile(
    r"^Traceback \(most recent call last\)|^(?:fatal|error|exception|panic|critical|warning|"
    r"alert) ?[:!\[]|\b[A-Z]\w{1,40}(?:Error|Exception): "
    r"|\bHTTP(?:/\d(?:\.\d)?)? [45]\d\d\b|\bAPI (?:call|request) failed\b|^(?:错误|报错|异常|告警|"
    r"警告) ?[::]|(?:接口|API|工具)(?:调用|请求)?(?:失败|报错|超时|异常)",
    re.IGNORECASE | re.MULTILINE,
)

BUSINESS = re.compile(
    r"\b(?:order|invoice|ticket|tracking|booking|reservation|confirmation|account|customer|project|case|"
    r"contract|serial|flight|policy|tax|passport|card|employee|patient|"
    r"product|item|request|reference|ref)(?: (?:no\.?|number|id|code|#))?:? ?(?:is |"
    r"was )?#?(?=[\w-]{0,20}\d)[A-Z\d][\w-]{2,30}"
    r"|\b(?=[A-Z-]{0,8}\d)[A-Z]{1,6}-\d[\w-]{1,20}\b|#\d{3,20}\b"
    r"|(?:[$€£¥]|\b(?:USD|EUR|GBP|CNY|RMB) ?)\d[\d.,]{0,20}|\b\d[\d.,]{0,20} ?(?:dollars|euros|pounds|"
    r"yuan|USD|EUR|GBP|CNY|RMB|percent)\b|\d[\d.,]{0,20} ?%"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}|\+?\d(?:[ -]?\d){6,14}\b"
    r"|\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b(?:due|deadline|delivery|appointment|"
    r"meeting|departs?|arrives?)\b[^.!?\n]{0,40}\d"
    r"|\b(?:api[ _]?key|password|passcode|pin code|iban|port|host|endpoint|url|version|database|"
    r"env(?:ironment)? variable)s?\b[^.!?\n]{0,12}(?::|=| is | are )"
    r"|\b[A-Z][A-Z\d_]{2,40}=\S"
    r"|(?:订单|发票|工单|快递|运单|预订|账号|账户|客户|项目|合同|航班|车次|身份证|护照|会员|卡|单|编|"
    r"序列|流水)(?:号码?|编号|ID|id)?[是为:]? ?[A-Za-z\d][\w-]{2,30}"
    r"|\d[\d.,]{0,20}(?:万|亿)?(?:元|块钱|块|美元|欧元|英镑|人民币|折)|(?:预算|金额|价格|总价|费用|定金|"
    r"押金|尾款)[^。!?\n]{0,6}\d"
    r"|\d{2,4}年\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}月\d{1,2}[日号]|(?:电话|手机|邮箱|地址|密码|密钥|端口|"
    r"配置|版本|截止|交货|送达)[^。!?\n]{0,6}(?:是|为|:|在)",
    re.IGNORECASE,
)

FINDING = re.compile(
    r"\b(?:it turns out|turns out|therefore|in conclusion|to conclude|in summary|in short|root cause|"
    r"the (?:cause|reason|problem|issue|culprit) (?:is|was)|"
    r"this means|which means|i (?:have )?(?:found|figured|conclude|concluded|determined|confirmed|"
    r"verified)|the (?:results?|data|logs?|analysis) (?:show|suggest|indicate|mean)s?|"
    r"so the|consequently|evidently|apparently|we can conclude|most likely)\b"
    r"|结论|综上|总之|由此|因此|所以|可见|说明|表明|原因是|原因在于|根本原因|问题出在|发现|查明|确认|"
    r"推断|分析(?:结果|显示)|也就是说|意味着",
    re.IGNORECASE,
)

SMALL = frozenset(
    {"praise", "cheers", "thanks", "agreement", "interjections", "intensifiers", "high spirits", "talking"}
    | {"generalities", "modals", "negation", "you", "me", "it", "showing"}
)
NAMING = frozenset(TOPICS) | {
    *("identity", "preference", "relative time", "calendar", "reasons", "low spirits"),
    *("getting", "making", "joining", "changing", "losing"),
}
PLEASANTRY = re.compile(
    r"\b(?:how are you|how's it going|how (?:have|'ve) you been|what's up|what's new|good (?:morning|"
    r"afternoon|evening|night)|nice to (?:meet|see)|"
    r"long time no|see you|take care|have a (?:nice|good|great)|talk (?:to you )?(?:soon|later)|"
    r"you're welcome|no (?:worries|problem)|my pleasure|sounds (?:good|great))\b"
    r"|你好|您好|早上好|下午好|晚上好|晚安|再见|拜拜|回头聊|保重|最近怎么样|吃了吗|好久不见|不客气|"
    r"辛苦了|祝你|哈哈|在吗",
    re.IGNORECASE,
)


def grade_of(turn: Reading, role: str) -> str:
    """The name of the grade; the first that holds, from the highest down."""
    if role in GIVES_ORDERS and INSTRUCTION.search(turn.told):
        return "instruction"
    if ERROR_ANYWHERE.search(turn.text) or (role == "tool" and ERROR.search(turn.text)):
        return "error"
    if BUSINESS.search(turn.told):
        return "business"
    if role == "assistant" and FINDING.search(turn.told):
        return "finding"
    return "smalltalk" if is_small_talk(turn) else "context"


def is_small_talk(turn: Reading) -> bool:
    """Whether pleasantries and chatter are nearly all of it, and it names nothing in the world."""
    rest = PLEASANTRY.sub(" ", turn.text)
    if rest.strip(" ,.!?~\n") == "":
        return True
    left = Reading.of(rest)
    if left.of_kinds(NAMING) or NUMBER.search(rest):
        return False
    return left.length - 1.25 * left.of_kinds(SMALL) <= max(2, 0.25 * turn.length)
