"""Errors, business data and conclusions: turns of phrase by which they are told, English and Chinese."""

from __future__ import annotations

import re

NO_ERROR = re.compile(  # none, nothing, a setting: what a report says when all is well
    r"\b(?:no|0|zero|without(?: any)?|any) (?:\w{1,15} )?(?:errors?|failures?|warnings?|exceptions?|"
    r"alerts?|failed)\b"
    r"|\b(?:errors?|failures?|failed|warnings?|exceptions?)\W{1,4}(?:null|none|false|0|\[\]|\"\")(?![\w.])"
    r"|\b(?:timeout|timed?_out)\W{1,3}\d+"
    r"|(?:没有|未|无)(?:发现|出现|任何){0,2}(?:错误|异常|告警|警告|报错)"
    r"|(?<!\d)0 ?[个条](?:错误|异常|告警|警告|失败)",
    re.IGNORECASE,
)
ERROR = re.compile(
    r"\b(?:traceback|stack ?trace|exceptions?|segfault|core dumped|timed? ?out|timeout|denied|"
    r"unauthori[sz]ed|forbidden|refused|reset by peer|not found|rate limit(?:ed)?|quota exceeded|"
    r"out of memory|disk (?:is )?full|no such file|(?:cannot|can't|could not|couldn't|unable to) \w+|"
    r"unavailable|unreachable|aborted|crashed|rejected|expired|declined|killed|ERR|failed|failures?|fatal|"
    r"errors?|invalid|alerts?|warnings?|(?:exit|return) (?:code|status) [1-9]\d{0,2})\b"
    r"|\b[45]\d\d (?:error|bad|unauthorized|forbidden|not found|internal|service|gateway|too many)|"
    r"\b(?:status|code)\W{1,4}[45]\d\d\b"
    r"|\b\w{1,40}(?:Error|Exception)\b"
    r"|失败|报错|出错|错误|异常|超时|拒绝|权限不足|没有权限|无权限|未授权|找不到|未找到|不存在|不可用|崩溃|"
    r"告警|警告|配额|限流|中断|断开|无响应|失效|过期|无效|(?:内存|空间|磁盘|余额|库存)不足|磁盘已满|"
    r"无法(?:连接|打开|读取|写入|访问)",
    re.IGNORECASE,
)
ERROR_ANYWHERE = re.compile(
    r"^Traceback \(most recent call last\)|^(?:fatal|error|exception|panic|critical|warning|"
    r"alert) ?[:!\[]|\b[A-Z]\w{1,40}(?:Error|Exception): "
    r"|\bHTTP(?:/\d(?:\.\d)?)? [45]\d\d\b|\bAPI (?:call|request) failed\b"
    r"|^[一-鿿]{0,6}(?:错误|报错|异常|告警|警告|失败) ?:|(?:接口|API|工具)(?:调用|请求)?(?:失败|报错|超时|"
    r"异常)",
    re.IGNORECASE | re.MULTILINE,
)

THING = (
    r"(?:order|invoice|ticket|tracking|booking|reservation|confirmation|account|customer|project|case|"
    r"contract|serial|flight|policy|tax|passport|card|employee|patient|product|item|request|reference|ref|"
    r"room|seat|gate|locker|verification|licen[cs]e|batch|model|user|member|device|task|job|session)"
)
THING_ZH = (
    r"(?:订单|发票|工单|快递|运单|预订|账号|账户|客户|用户|项目|合同|航班|车次|身份证|护照|会员|银行卡|学|"
    r"工|房间|座位|病历|保单|任务|产品|商品|取件|验证|单|卡|编|序列|流水|车牌|设备)"
)
SECRET = (
    r"(?:(?:api|access|ssh|private|secret)[ _-]?keys?|passwords?|passcodes?|pin codes?|access tokens?|"
    r"api tokens?|iban|endpoint|base url|url|connection string|env(?:ironment)? variables?|"
    r"config(?:uration)?(?: files?)?|usernames?)"
)
MONEY = r"(?:dollars|euros|yuan|USD|EUR|GBP|CNY|RMB|bucks)"

BUSINESS = re.compile(
    rf"\b{THING}(?: (?:no\.?|number|id|code|#|plate))?:? ?(?:is |was |= ?)?#?"
    rf"(?=[\w-]{{0,20}}\d)[A-Z\d][\w-]{{2,30}}"
    r"|\b(?=[A-Z-]{0,8}\d)[A-Z]{1,6}-\d[\w-]{1,20}\b|#\d{3,20}\b"
    r"|(?:[$€£¥]|\b(?:USD|EUR|GBP|CNY|RMB) ?)\d[\d.,]{0,20}"
    rf"|\b(?:\d[\d.,]{{0,20}}|hundred|thousand|million|billion) ?(?:{MONEY}|percent)\b"
    r"|\b(?!1[01]?00? ?%)\d[\d.,]{0,20} ?%"
    r"|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}|\+?\d(?:[ -]?\d){6,14}\b"
    r"|(?<!\d)\d{4}-\d{1,2}-\d{1,2}(?!\d)|\b\d{1,2}/\d{1,2}/\d{2,4}\b"
    r"|\b(?:due(?! to)|deadline|delivery|appointment|meeting(?= (?:is|at|on|starts|begins|was|from|moved))|"
    r"departs?|arrives?)\b[^.!?\n]{0,40}\d|\bdeadline\b[^.!?\n]{0,12}(?: is | was |:)"
    rf"|\b{SECRET}\b[^.!?\n]{{0,12}}(?::|=| is | are | in )"
    r"|\b(?:port|version|host|database|server|region|branch)s?(?: (?:name|number))?(?: is|:| =|=)? ?"
    r"(?:called )?(?=[A-Za-z_./:-]{0,30}[\d_/:])[\w./:-]{2,}"
    r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])"
    r"|\b(?:budget|price|fee|deposit|rent|salary|balance|total)"
    r"(?: is| was| comes to|:)[^.!?\n]{0,12}\d"
    r"|\b[A-Z][A-Z\d_]{2,40}=\S"
    rf"|{THING_ZH}(?:号码?|编号|码| ?(?:ID|No\.?)) ?[是为:=]? ?[一-鿿]?"
    rf"(?=[A-Z-]{{0,12}}\d)[A-Z\d][A-Z\d-]{{1,30}}"
    r"|(?:订单|发票|工单|快递|运单|航班|车次|护照|合同|项目) ?[是为:]? ?"
    r"(?=[A-Z-]{0,12}\d)[A-Z\d][A-Z\d-]{2,30}(?![年月日天人个])"
    r"|(?:\d[\d.,]{0,20}|[一二两三四五六七八九十百千]{0,8}[二两三四五六七八九十百千])[万亿]{0,2}"
    r"(?:元(?![素旦宵气月音])|块钱|美元|欧元|英镑|人民币)"
    r"|\d[\d.,]{0,20}(?:[万亿](?![一-鿿])|折|块(?:的|左右|多|$|(?=[^一-鿿])))"
    r"|(?:预算|金额|价格|总价|费用|定金|押金|尾款)[^。!?\n]{0,6}\d"
    r"|(?:截止|交货|送达|到期|发货|出发|会议|开会|预约|签约|付款)[^。!?\n]{0,8}(?:是|为|:|在|\d)"
    r"|\d{1,2}[日号][^,。!?\n]{0,6}(?:截止|交货|交付|送达|到期|发货|开会|签约|付款)"
    r"|(?:密码|密钥|口令|令牌|API ?key|token|环境变量|配置(?:项|文件|参数)?|用户名|收货地址|地址|邮箱|域名)"
    r"[^。!?\n]{0,6}(?:是|为|:|在(?!充))|(?:端口|版本|电话|手机)[号码]{0,2}[^。!?\n]{0,3}[是为:]? ?v?\d",
    re.IGNORECASE,
)

FINDING = re.compile(
    r"\b(?:it turns out|turns out|therefore|in conclusion|to conclude|in summary|in short|root cause|"
    r"the (?:cause|reason|problem|issue|culprit) (?:is|was)|this means|which means|"
    r"i(?:'ve| have)? (?:found (?:that|out)|figured|conclude|concluded|determined|confirmed|verified)|"
    r"the (?:results?|data|logs?|analysis) (?:show|suggest|indicate|mean)s?|that explains|"
    r"(?:is|are|was|were) (?:\w+ )?caused by|consequently|evidently|apparently|we can conclude|most likely)\b"
    r"|^so the\b|^(?:conclusion|findings?|diagnosis|summary)s?:|^based on the\b"
    r"|结论|(?<![一-鿿])原来是|综上|总之|由此|因此|(?<![一-鿿])所以(?!然)|(?:这|数据|结果|日志|记录|现象|证据|也|"
    r"都)[^,。!?\n]{0,4}(?:说明(?!书)|表明|意味着)|"
    r"原因是|原因在于|根本原因|问题出在|(?:导致|造成|引起)的|"
    r"(?:(?:^|, ?)|(?:我们?|经|检查|排查|分析|调查|查看|比对|对比|终于|已)[^,。!?\n如若请]{0,8})发现|查明|"
    r"推断|"
    r"(?<![请您再需要])(?:已经?|经)?确认(?=了|过|[,:]|是|无误)|已经?确认|分析(?:结果|显示)|也就是说|(?:^|"
    r"由此)可见[,:]?",
    re.IGNORECASE | re.MULTILINE,
)


def is_error(text: str) -> bool:
    """Whether it is an error or a warning, if a tool says so. O(characters)."""
    return bool(ERROR.search(NO_ERROR.sub(" ", text)))


def is_failed_call(text: str) -> bool:
    """Whether it is an error, whoever hands it on. O(characters)."""
    return bool(ERROR_ANYWHERE.search(NO_ERROR.sub(" ", text)))
