# ruff: noqa: E501 - one pattern a line
"""How to reach somebody, what may be spent, the language to answer in, in English."""

from __future__ import annotations

_PHONE = (
    r"(?:(?:contact|cell|mobile|phone|telephone|work|home|personal|private|whatsapp|office|business|direct|best|landline) )*"
    r"(?:phone|mobile|cell|cellphone|telephone|number|no\.?|nr\.?|num|digits|landline|tel\.?|whatsapp|handy|line)(?: (?:number|no\.?|num|nr\.?))?"
)
_MAIL = (
    r"(?:(?:contact|work|home|personal|private|business|main|primary|office|school|gmail|best) )*"
    r"(?:e-mail|email|mail|e mail|inbox|email id|gmail)(?: (?:address|adress|addy|id|account|addr))?"
)
_BUDGET = (
    r"(?:(?:total|max|maximum|monthly|weekly|overall|whole|travel|holiday|trip|yearly|annual|shopping|spending|price|upper|holiday|party|food|laptop|wedding) )*"
    r"(?:budget|spending limit|price limit|price cap|price ceiling|limit|spending cap|price range)"
    r"(?: (?:for|of|on) (?:the|my|our|this|a|an|that|all|everything|it|new|next)?[\w' -]{0,30}?)?(?: (?:wise|limit|cap))?"
)
_REPLY = r"(?:reply|replies|replying|answer|answers|answering|respond|responding|responses?|speak|talk|write|writing|communicate|chat|text)"
_LANGUAGE = r"(?:reply language|preferred language|language of choice|language preference|response language|answer language|language for (?:replies|answers)|chat language|language)"

PATTERNS: dict[str, tuple[str, ...]] = {
    "phone": (
        rf"{{whose}} {_PHONE} {{is}} {{value}}",
        r"{who} (?:have )?(?P<change>changed|switched|updated|got|have)(?: over)?(?: my| to)?(?: a)?(?: new)? (?:phone |mobile |cell |telephone )?(?:number|phone|sim|mobile)?(?: from {old})?(?: to|[,:;]| -| which is| it's)+ ?{value}",
        r"(?:call|reach|text|ring|phone|contact|whatsapp|message|get|dial|get hold of|sms|catch)(?: me| us)?(?: back)?(?: on| at|:| via| under)? (?:my (?:new |mobile |phone |cell )*(?:number )?)?(?:on |at )?{value}",
        rf"{{value}} is {{whose}} (?:new |current )?{_PHONE}",
        r"(?:the|my|our) (?:best )?(?:number|phone|mobile|line)(?: that| which)? (?:(?:i|we) use|to (?:call|reach|ring|text|get) (?:me|us)|where you can (?:call|reach) (?:me|us)|you can (?:call|reach) (?:me|us))(?: on| at| under)? {is} {value}",
        rf"{{whose}} {_PHONE},? {{value}}",
        r"{start}(?:please )?use {value}(?= (?:from now on|instead|now|going forward))",
        r"(?:(?P<change>new) )?(?:phone|mobile|tel|cell|number|telephone|phone number|mobile number)\.?(?: is|:)? ?(?P<value>\+?\(?\d.+)",
        r"(?:it's|it is|that's) (?P<change>now) {value}",
    ),
    "email": (
        rf"{{whose}} {_MAIL} {{is}} {{value}}",
        rf"{{who}} (?:have )?(?P<change>changed|switched|updated|moved)(?: over)?(?: my| to)?(?: a)?(?: new)?(?: {_MAIL})?(?: from {{old}})?(?: to|[,:;])* {{value}}",
        rf"{{who}} (?:have|got|use|uses|using|have got) (?:a |the |an )?(?:(?P<change>new) )?(?:{_MAIL})?[,:]? ?(?:it's |which is )?{{value}}",
        r"(?:write|mail|email|e-mail|reach|contact|send|message|get|ping|invite|use|drop|cc)(?![\w' ]{0,40}\b(?:him|her|them|his|their|support|team|office|shop|seller|company|bank|hotel|desk|m[ou]m|dad|sister|brother|wife|husband|boss|friend|son|daughter|partner|colleague|landlord)\b)(?: (?!@)[\w' ]{1,40}?)?(?: to| at| on| via|:)? {value}",
        rf"{{value}} is {{whose}} (?:(?P<change>new) )?(?:current |main )?{_MAIL}",
        rf"(?:the|my|our) {_MAIL}(?: that| which)? (?:(?:i|we) (?:use|check|read)(?: most| daily)?|to (?:write|reach|use)(?: me| us| to| for me)*|you can (?:reach|write to) me)(?: on| at| with)? {{is}} {{value}}",
        rf"{{whose}} (?:{_MAIL}|address),? {{value}}",
        r"{whose} (?:new |current )?address {is} {value}",
        r"(?:(?P<change>new) )?(?:e-mail|email|mail)(?: address)?(?: is|:)? ?(?P<value>[\w.+%-]+@.+)",
        r"(?:it's|it is|that's) (?P<change>now) {value}",
    ),
    "budget": (
        rf"{{whose}} {_BUDGET} {{is}} {{value}}",
        r"(?:the|my|our) (?:\w+ )?(?:budget|limit|amount|sum|money)(?: that| which)? (?:i|we)(?: have|'ve)?(?: only)? (?:have|got|can spend|agreed(?: on)?|set(?: aside)?|was given|were given|want to spend|can afford|planned)(?: for [\w ]{2,30}?)? {is} {value}",
        r"{who} (?:have|has|(?P<past>had)|have got|got|having|'ve got|with|set|'m working with|working with|set aside)(?: myself| only| just)? (?:a |an |my )?(?:total |max(?:imum)? |fixed |tight |monthly |rough |new )*(?:budget|limit)(?: limit)?(?: for [\w' ]{2,30}?)?(?: of| is|:| up to| set at)? {value}",
        r"{who} (?:can|could|may|will|would|want to|able to|willing to|prepared to|ready to|'d like to|am able to)?(?: only| probably| afford to| not| rather not)* ?(?:spend|pay|afford|go up to|invest|stretch to|go to)(?: (?:up to|at most|no more than|more than|around|about|a maximum of|max|only|just|over))* {value}",
        r"{who} {be} (?:willing|able|prepared|ready|happy) to (?:spend|pay|go up to)(?: (?:up to|at most|no more than|more than|around|about))* {value}",
        r"(?:don't|do not|not|never) want to (?:spend|pay|go over)(?: (?:more than|over|above))? {value}",
        r"(?:on|with|within|for|under) (?:a|my|our) budget(?: of)? {value}",
        r"budget[- ]wise,? (?:i've got|i have|we have|it's|i'm at|i can do|we've got) {value}",
        r"{who} (?:have|got|have got|'ve got|set aside|saved(?: up)?|put aside) {value} (?:to spend|for (?:the|my|our|a|it|this|that)\b|set aside|budgeted|available|max)",
        r"{value} is {whose} (?:absolute |total |max(?:imum)? |whole |entire )*(?:budget|limit|max|maximum)",
        r"{whose} (?:max|maximum|absolute max|cap|ceiling|upper limit) {is} {value}",
        r"{who} (?:have )?(?P<change>raised|increased|cut|lowered|reduced|changed|upped|bumped|doubled|dropped|adjusted|updated|set|moved|extended|shrunk)(?: up| down)? (?:my|our|the) (?:[\w]+ )?budget (?:by [\w£$€]+ )?(?:from {old} )?(?:up |down )?(?:to|at) {value}",
        r"budget(?: of|:| is)? (?P<value>[£$€¥]?\d.+)",
        r"(?:keep|stay|cap|hold|limit)(?: (?:it|this|that|things|the price|the cost|costs|everything|the total))? (?:under|below|within|at|to) {value}",
        r"budget[- ]wise,? {who} (?:looking at|aiming for|working with|thinking) {value}",
        r"{who} (?:can|could) go (?:as high as|up to) {value}",
        r"{start}(?:the )?budget {is} {value}",
        r"(?:^|(?<=[,;][ ]))(?:max|maximum|at most|no more than|not over|nothing over)(?: of)? (?P<value>(?:[£$€¥]\s?\d|\d[\d.,]*k? (?:euros?|dollars?|pounds?|quid|bucks|yuan)\b).*)",
    ),
    "reply_language": (
        rf"{{whose}} {_LANGUAGE} {{is}} {{value}}",
        rf"{{start}}(?:(?:can|could|would|will) (?:you|u|ya) |(?:can|could|shall) we |mind |(?:you|u) (?:can|may|should|must) |please |pls |plz |always |only |just |kindly |maybe )*{_REPLY}(?: to me| with me| back| me| everything| only| always| all(?: messages)?| please| your answers?)* (?:in |only in )(?:plain )?{{value}}",
        rf"(?:want|like|need|prefer|appreciate|rather have|love)(?: it if)?(?: to get| to have| to receive| to read| getting| you to| if you would| if you'd| your| all| the| my)* {_REPLY}(?: to be| you give| only| from you| from now on| always)* (?:in )?{{value}}",
        rf"(?:want|like|need|prefer)(?: for)? you to {_REPLY}(?: to me| with me| only| always)* (?:in )?{{value}}",
        r"{start}(?:from now on,? )?(?:please |pls |let's |can we |could we )*(?:speak|talk|write|answer|reply)(?: to me| with me)? (?:in )?{value}(?=(?: to me| with me| w me| please| pls| from now on| only|,? please)\b|[.!?]?$)",
        r"{start}(?:(?:can|could|would|will) (?:you|u) |please |let's |can we )*(?:(?P<change>switch|change|go back|swap|move)) (?:back |over |your (?:replies|answers|language) |the language |your reply language |my reply language |language )*(?:to|into) {value}",
        r"{start}(?:(?:can|could|would|will|shall) (?:you|u|we) |please |pls )*(?:use|stick to|keep to|stay in|continue in|go on in|carry on in|keep it in|let's (?:speak|use|talk|continue in|switch to|stick to|chat in)) {value}(?=(?: from now on| please| only| for| in your| when| with me| going forward| instead| now| pls|,? please)\b|[.!?]?$)",
        r"(?:^|(?<=[.!,][ ]))(?P<value>[A-Z][a-z]+) (?:only|from now on|replies only|answers only|please)(?:,? please)?(?= ?[.!,]|$)",
        r"{who} (?:prefer|want|would like|'d like|need) (?:replies |answers |responses |your answers |to (?:chat|speak|talk|read) )?(?:in )?(?P<value>[A-Z][a-z]+)(?: replies| answers| responses|,? please| from now on)(?= ?[.!,]|$)",
        r"{value} is (?:my|the) (?:preferred |reply )+language",
        r"(?:i'd|i would|we'd) rather (?:speak|talk|write|chat|use|read|have it|do this|keep it)(?: in)? {value}",
        r"(?:can|could|shall|may) we (?:please |pls )?(?:continue|go on|carry on|keep going|talk|speak|chat|switch to|do this|write)(?: in)? {value}",
        r"(?:all|your|the) (?:replies|answers|responses|messages|reply|answer)(?: should| must| need to| have to)? be (?:in|written in) {value}",
        r"(?:everything|all of it)(?: should| must| can| could)? be in {value}",
    ),
}  # fmt: skip
