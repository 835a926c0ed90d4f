# ruff: noqa: E501 - one pattern a line
"""Who and where somebody is, in English."""

from __future__ import annotations

_GAP = r"(?:(?!(?:in|at|for|with|from|to|and|but|as|i)\b)[\w'-]+,? ){0,5}?"
_WITH = r"(?:with (?:my|a|an|the|some|two|three|our|his|her) [\w' -]{1,30}? |together |alone |happily )?"
_MOVED = r"(?P<change>(?:have )?(?:moved|relocated|emigrated|transferred|resettled))(?: house| home| flat| too,?| as well,?)?"
_MOVING = r"(?P<planned>move|moves|moving|relocate|relocates|relocating|emigrate|emigrating)"
_HERE = r"(?:(?:back|over|out|up|down|here|away|all the way|in|permanently|recently|yesterday|together|in together) )*"
_CITY = r"(?:home ?town now|home city|city of residence|place of residence|current city|city|town|location|residence|hometown now|whereabouts)"
_HOME = (
    r"(?:home|house|flat|apartment|place|residence|base|home base|room|studio|household|family home|condo)"
)
_BIRTHDAY = r"(?:birthday|b-day|bday|birth day|birth date|birthdate|date of birth|dob)"
_NAME = r"(?:(?:first|full|last|given|nick|real|legal|preferred|christian) ?)?(?:name|nickname|surname)"
_ADDRESS = r"(?:(?:home|postal|mailing|street|shipping|delivery|billing|residential|full|work|correct|actual) )*(?:address|adress|addr)"

PATTERNS: dict[str, tuple[str, ...]] = {
    "name": (
        rf"{{whose}} {_NAME} {{is}} {{value}}",
        r"{who} {be} (?:called|named|known as|nicknamed) {value}",
        r"{start}(?:please |pls |just |always |you can |you may |you could |can (?:you|u) |feel free to |but )*(?:call|name) me {value}",
        r"(?:knows?) me as {value}",
        r"(?:people|friends|everyone|everybody|they|folks|you can|you may|everyone here|most people|colleagues|mates)(?: all| just| usually| mostly)? calls? me {value}",
        r"{who} (?P<change>changed|changed back|switched) (?:my )?name (?:from {old} )?to {value}",
        r"(?:refer to|address|think of) me as {value}",
        r"{who} (?:go|goes|going) by(?: the name(?: of)?)? {value}",
        r"{who} {be} {value}",
        r"(?:the )?name's {value}",
        r"{value} is {whose} (?:first |full |real )?name",
        r"(?:^|(?<=[.!,;][ ])|(?<=hi[ ])|(?<=hello[ ])|(?<=hey[ ]))(?P<value>[A-Z][a-z'-]+) (?:here|speaking)(?= ?[,.!;:]|$)",
        r"(?:this is|it's|it is) (?P<value>[A-Z][\w'-]+)(?=,? (?:here|speaking|again|from)\b)",
        r"(?:^|(?<=[.!,;][ ])|(?<=hi[ ])|(?<=hello[ ])|(?<=hey[ ]))this is (?P<value>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)(?=,? (?:and )?(?:(?:i'm|i am) )?(?:just )?(?:calling|writing|phoning|ringing|texting|messaging|emailing|getting in touch|reaching out)(?: (?:about|to|from|regarding|because|for|on behalf|in|with|you)\b|[.!,]|$))",
        r"(?:hi|hello|hey|hiya|good morning|good evening|good afternoon)(?: there| all| everyone)?[,!.]? (?:it's|its|it is|this is) {value}",
        r"{who} introduce myself(?: as)? {value}",
    ),
    "age": (
        r"{whose} age {is} {value}",
        r"{who} {be} (?:aged|age) {value}",
        r"{who} (?P<change>turned|hit|reached) {value}",
        r"{who} (?P<planned>turn|turning|will be) {value}",
        r"{who} {be} (?P<planned>turning) {value}",
        r"{who} {be} an? (?P<value>\d{1,3})[- ](?:years?|yrs?)[- ]old",
        r"{who} {be} an? (?P<value>\d{1,3}) ?(?:yo|y/o)\b",
        r"(?:as|being) an? (?P<value>\d{1,3})[- ](?:years?|yrs?)[- ]old",
        r"{who} {be} (?!a\b)[A-Za-z][\w'-]{1,20}(?: [A-Z][\w'-]+)?, (?:aged? )?(?P<value>\d{1,3})(?= ?(?:[,.;!]|and\b|$|years? old|yo\b|from\b))",
        r"{who} {be} {value}",
        r"\b(?:here|speaking|name is [A-Z]\w+|my name's [A-Z]\w+),? (?P<value>\d{1,3})(?= ?(?:[,.;!]|and\b|$))",
        r"{who} {be} [A-Z][\w'-]+(?: [A-Z][\w'-]+)? \((?P<value>\d{1,3})\)",
        r"(?:^|(?<=,[ ]))(?P<value>\d{1,3}) years old(?= ?[,.!]|$)",
        r"{who} (?:celebrated|had) my (?P<value>\d{1,3})(?:th|st|nd|rd) birthday",
    ),
    "birthday": (
        rf"{{whose}} {_BIRTHDAY} {{is}} {{value}}",
        r"{who} {be} born (?:on |in )?{value}",
        r"{who} celebrate (?:my |our )?(?:birthday|bday) (?:on |in )?{value}",
        rf"{{value}} is {{whose}} {_BIRTHDAY}",
        rf"{{whose}} {_BIRTHDAY} (?:falls|lands|comes|is coming up|is celebrated)(?: on| in)? {{value}}",
        r"{who} (?:have|got) (?:my|a) birthday (?:on |in )?{value}",
        r"(?:my )?birthday(?: is |'s | )?coming up on {value}",
        r"(?:it's|its|it is|it was|it'll be|it will be) (?:also )?my (?:\d+(?:st|nd|rd|th) )?(?:birthday|bday|b-day),? (?:on |in )?{value}",
        r"{who} {be} an? (?P<value>[\w ]{3,12}) (?:baby|birthday)",
    ),
    "city": (
        rf"{{who}} (?:live|lives|living|leave in(?= [A-Z])|reside|resides|residing|dwell|(?P<past>lived|resided)) {_WITH}{_GAP}in {{value}}",
        r"{who} {be} (?:based|located|situated|resident|settled|headquartered)(?: here| over| now| currently| happily| mostly)*(?: in| out of| near| at| over in) {value}",
        r"{who} (?:call|calls|calling) (?!me\b){value} home",
        rf"{{who}} {_MOVED} (?!in with){_HERE}(?:from {{old}} )?(?:over |back |down |up |out |here )?(?:to|into) {{value}}",
        rf"{{who}} {_MOVED}(?:,? too,?| as well,?)?,? (?:to|into) {{value}}",
        rf"{{who}} {_MOVED} {_HERE}(?:in with|with) [\w' ]{{2,30}}? (?:in|to) {{value}}",
        rf"{{who}} {_MOVED} (?:my|our) [\w' ]{{2,20}} to {{value}}",
        rf"{{who}} {_MOVING} {_HERE}(?:from {{old}} )?(?:over |back )?(?:to|into) {{value}}",
        r"{who} (?:rent|rents|renting|share|sharing|have|bought|own|got)(?: \w+)? (?:a|an|my own|our own) (?:\w+ ){0,2}(?:flat|apartment|studio|room|place) in {value}",
        r"{who} (?:have )?(?P<change>settled|settled down|ended up|resettled)(?: here| down| back| now)? in {value}",
        r"{who} (?:have )?(?P<change>swapped|traded|exchanged) {old} for {value}",
        r"{who} (?:have )?(?P<change>left|leaving) {old}(?P<known>) for {value}",
        r"{who} {be} (?:an? |now )*(?P<value>(?-i:[A-Z])[\w' -]{1,30}?) (?:resident|local)\b",
        r"{who} {be} (?:an? )?(?:resident|citizen|inhabitant|native) (?:of|in) {value}",
        r"{who} (?:have )?(?P<ends>left|moved out of|moved away from|gone from) {value}",
        r"{who} {be} (?P<ends>out of|gone from|done with) {value}",
        rf"{{whose}} {_CITY} {{is}} (?:in |at )?{{value}}",
        r"(?:the|my|our) (?:city|town|place|village|part of town)(?: that| where| which)? (?:i|we) (?:live|are living|am living|(?:have )?settled)(?: in)? {is} {value}",
        rf"{{whose}} {_HOME} {{is}} (?:now |currently )?(?:in|near the centre of|over in) {{value}}",
        r"{whose} home {is} {value}",
        r"(?:my )?home(?: base)?(?: for (?:me|us))?(?:'s| is)(?: now| currently| still)?(?: in)? {value}",
        r"{value}(?:'s| is)(?: still| (?P<change>now)| (?P<neg>not))?(?: my| our)?(?: (?P<new>new))? (?:home|home city|city|place of residence|hometown now)\b(?! of)(?: now)?",
        r"{value}(?:'s| is| was)(?: (?P<change>now))? (?:where|the (?:city|town|place) (?:where|that)?) ?{who} (?:live|lives|reside|(?:am |'m )?living|call home|(?:am |'m )?based)\b",
        r"{value}(?:'s| is)(?: (?P<change>now))? where (?:my |our )?(?:home|house|flat|apartment|place) is",
        r"(?:where {who} live|the city i live in|the place i live in|where i'm living)(?: now)?(?:'s| is)(?: now)? {value}",
        r"{who} {be} an? {value}[- ]based",
        r"{who} {be} (?P<change>now) (?:in|living in) {value}",
        r"{who} {be} (?P<ends>no longer) (?:living |based )?(?:over |out |here )?in {value}",
        r"{who} {be} (?:living |based )?(?:over |out |here )?in {value}(?= any ?(?:more|longer)\b)",
        r"{who} {be} (?:up |down |over |out |back )?(?:here )?in (?P<change>){value}(?= (?:these days|nowadays)\b)",
        r"{who} (?:(?:don't|do not|dont) (?:live|reside|stay) there(?: any ?more| any ?longer| now)|no longer (?:live|reside|stay) there)(?P<done>)",
        r"{who} {be} living (?:over |out |here )?(?:in|at) {value}",
    ),
    "hometown": (
        r"{who} {be} (?:originally |actually |born and raised |a native )?(?:from|hailing from) {value}",
        r"{who} (?:originally )?(?:come|comes|hail|hails|came) (?:originally )?from {value}",
        r"{who} {be} (?:born|raised|born and raised|born and bred|brought up) in {value}",
        r"{who} (?:grew|grown) up (?:in|near) {value}",
        r"{whose} (?:home ?town|home country|birthplace|place of birth|native (?:city|town|country)) {is} {value}",
        r"{value} is {whose} (?:home ?town|birthplace)",
    ),
    "address": (
        rf"{{whose}} {_ADDRESS} {{is}} {{value}}",
        r"{who} (?:live|lives|living|reside|(?P<past>lived|resided)) (?:now |currently |over )?(?:at|on|in) {value}",
        r"{who} {be} (?:based |located |living |now |staying )?at {value}",
        rf"{{who}} {_MOVED} (?:to|into) {{value}}",
        rf"{{who}} {_MOVING} (?:to|into) {{value}}",
        r"{value} is {whose} (?:new |current |home |postal |delivery |correct )*address",
        r"(?:deliver|send|ship|post|mail|bring|deliver it|send it)(?: [\w ]{1,30}?)? to (?:my |our |the )?(?:(?:new|home|postal|delivery) )*(?:address|place|flat|house)?[:,]? ?{value}",
        r"(?:you can )?(?:find|visit|reach|pick me up) (?:me|us)? ?at {value}",
        r"(?:home |postal |delivery |my )?address: {value}",
    ),
}  # fmt: skip
