# ruff: noqa: E501 - one pattern a line
"""PATTERNS: how each attribute is said in English. Data: `memlab.facts.rules.Rule` says what the slots mean.

Named groups mark what a word adds: `(?P<change>moved)` a change, `(?P<ends>left)` an end, `(?P<past>lived)` what
is over (unless "have" stands before it), `(?P<planned>moving)` what is only planned, `(?P<no>hate)` a negation;
`{old}` is the value that is replaced, `{start}` begins a pattern that a clause must begin with ("reply in English").
"""

from __future__ import annotations

_GAP = r"(?:(?!(?:in|at|for|with|from|to|and|but|as|i)\b)[\w'-]+,? ){0,5}?"
_WITH = r"(?:with (?:my|a|an|the|some|two|three|our|his|her) [\w' -]{1,30}? |together |alone |happily )?"
_WORK = r"(?:work|works|working|(?P<past>worked))"
_MOVED = r"(?P<change>(?:have )?(?:moved|relocated|emigrated|transferred|resettled))(?: house| home| flat| too,?| as well,?)?"
_MOVING = r"(?P<planned>move|moves|moving|relocate|relocates|relocating|emigrate|emigrating)"
_HERE = r"(?:(?:back|over|out|up|down|here|away|all the way|in|permanently|recently|yesterday|together|in together) )*"
_CITY = r"(?:home ?town now|home city|city of residence|place of residence|current city|city|town|location|residence|hometown now|whereabouts)"
_HOME = (
    r"(?:home|house|flat|apartment|place|residence|base|home base|room|studio|household|family home|condo)"
)
_FIRM = r"(?:employer|company|workplace|firm|current employer|place of work|day job|employers?)"
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
_BIRTHDAY = r"(?:birthday|b-day|bday|birth day|birth date|birthdate|date of birth|dob)"
_NAME = r"(?:(?:first|full|last|given|nick|real|legal|preferred|christian) ?)?(?:name|nickname|surname)"
_JOB = r"(?:job|profession|occupation|job title|role|position|trade|day job|title|line of work|work|career|vocation)"
_ADDRESS = r"(?:(?:home|postal|mailing|street|shipping|delivery|billing|residential|full|work|correct|actual) )*(?:address|adress|addr)"
_REPLY = r"(?:reply|replies|replying|answer|answers|answering|respond|responding|responses?|speak|talk|write|writing|communicate|chat|text)"
_LANGUAGE = r"(?:reply language|preferred language|language of choice|language preference|response language|answer language|language for (?:replies|answers)|chat language|language)"
_LIKE = (
    r"(?:like|likes|liking|love|loves|loving|enjoy|enjoys|enjoying|adore|adores|prefer|prefers|preferring|(?:am )?digging|dig"
    r"|(?P<past>liked|loved|enjoyed|adored|preferred))"
)
_HATE = (
    r"(?:hate|hates|hating|dislike|dislikes|disliking|detest|detests|loathe|loathes|despise|despises|abhor"
    r"|can(?:no|')?t (?:stand|bear|abide|tolerate|stomach)|can not (?:stand|bear)|(?P<past>hated|disliked|detested|loathed|couldn't stand))"
)
_ORDER = r"(?:(?:orders?|booking|purchase|confirmation|parcel|package) (?:(?:numbers?|no\.?|nr\.?|ids?|ID|num|code|ref(?:erence)?)|#)|order|ordernumber|order_id|orderid)"
_STATUS = (
    r"(?:in progress|in review|under review|on hold|on track|on schedule|behind schedule|in transit|out for delivery|up and running|done"
    r"|finished|completed|complete|ready|paused|stopped|postponed|cancelled|canceled|shipped|delivered|approved|rejected|blocked|delayed"
    r"|launched|live|archived|closed|pending|submitted|returned|refunded|lost|late|dispatched|stuck)"
)
_STATUS_END = (
    r"(?= ?(?:$|[.,;!)]|(?:now|already|and|but|so|today|yesterday|since|at|because|in|due|until|by|again)\b))"
)
_DIET = (
    r"(?:(?:lacto[- ]?)?(?:ovo[- ]?)?vegetarian|vegan|plant-based|plant based|pescatarian|pescetarian|flexitarian|fruitarian|omnivore"
    r"|carnivore|keto|paleo|low-carb|low carb|halal|kosher|raw food|gluten-free|gluten free|dairy-free|dairy free|sugar-free|veggie|meat-free)"
)
_DUE_TO = r"(?:to |until |till |for |by |on )?"

PATTERNS: dict[str, tuple[str, ...]] = {
    "name": (
        rf"{{whose}} {_NAME} {{is}} {{value}}",
        r"{who} {be} (?:called|named|known as|nicknamed) {value}",
        r"{start}(?:please |pls |just |always |you can |you may |you could |can you |feel free to |but )*(?:call|name) me {value}",
        r"(?:knows?) me as {value}",
        r"(?:people|friends|everyone|everybody|they|folks|you can|you may|everyone here|most people|colleagues|mates)(?: all| just| usually| mostly)? calls? me {value}",
        r"{who} (?P<change>changed|changed back|switched) (?:my )?name (?:from {old} )?to {value}",
        r"(?:refer to|address|think of) me as {value}",
        r"{who} (?:go|goes|going) by(?: the name(?: of)?)? {value}",
        r"{who} {be} {value}",
        r"(?:the )?name's {value}",
        r"{value} is {whose} (?:first |full |real )?name",
        r"(?:^|(?<=[.!,;][ ])|(?<=hi[ ])|(?<=hello[ ])|(?<=hey[ ]))(?P<value>[A-Z][a-z'-]+) (?:here|speaking)(?= ?[,.!;:]|$)",
        r"(?:this is|it's|it is) (?P<value>[A-Z][\w'-]+)(?= ?(?:here|speaking|again|from)\b)",
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
        r"{who} (?:have )?(?P<change>settled|settled down|landed|ended up|resettled)(?: here| down| back| now)? in {value}",
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
        r"{who} {be} (?:up |down |over |out |back )?(?:here )?in (?P<change>){value}(?= (?:these days|nowadays)\b)",
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
    "employer": (
        rf"{{who}} {_WORK} {_GAP}(?:as (?:an?|the) [\w -]{{2,40}}? )?(?:in (?!and\b)[\w -]{{2,25}}? )?(?:at|for|with) {{value}}",
        r"{who} {be} (?:employed|hired|contracted|engaged|working)(?: (?:full|part)[- ]time| now| currently)? (?:at|by|with|for) {value}",
        r"{who} (?:have )?(?P<change>joined|signed with|been hired by|got hired (?:by|at)) {value}",
        r"{who} {be} (?P<change>hired|headhunted|recruited|poached) by {value}",
        r"{who} (?:have )?(?P<change>started|begun|began)(?: (?:working|work|out|my new job|a new job|a new position|a job|as an? [\w ]{2,30}?))?(?: last \w+| this \w+| yesterday| today)? (?:at|with|for) {value}",
        r"{who} (?P<planned>start|starts|starting|join|joining|joins) (?:(?:a|my|the) new job |work |working )?(?:at |with |for )?{value}",
        r"{who} (?:have )?(?P<change>got|landed|accepted|took|taken|found|started|scored)(?: myself)? (?:a|an|the|my)(?: new| great| better| full-time| part-time)* (?:job|position|role|post|gig)(?: as (?:an?|the) [\w -]{2,30}?)? (?:at|with|from|for) {value}",
        r"{who} (?:have|has|got|'ve got) (?:a|an)(?: (?P<change>new))?(?: [\w-]+)? (?:job|position|role|post|gig)(?: as (?:an?|the) [\w -]{2,30}?)? (?:at|with|for) {value}",
        r"{who} (?:have )?(?P<change>switched|moved|changed|jumped|transferred)(?: over)?(?: jobs?| employers?| companies| firms| my job| work)(?: last \w+| recently)?(?:,? from {old})?,? (?:and (?:am |now )*(?:at|with|work (?:at|for)) |to |into ){value}",
        r"{who} (?:have )?(?P<change>moved)(?: over)? from {old}(?P<known>) to {value}",
        r"{who} (?:have )?(?P<change>switched|jumped|defected|transferred|gone|went) from {old} to {value}",
        rf"{{whose}} {_FIRM} {{is}} (?:called |named )?{{value}}",
        r"(?:the|my|our) (?:company|firm|place|people|bank|agency)(?: that| which)? (?:i|we) (?:work|am working|currently work|now work)(?: for| at) {is} (?:called )?{value}",
        rf"{{whose}} {_JOB} {{is}} (?:at|with) {{value}}",
        rf"{{value}}(?:'s| is)(?: (?P<change>now))? {{whose}} (?:new )?{_FIRM}(?: (?P<change2>now))?",
        r"{who} (?:teach|teaches|lecture|lectures|(?P<past>taught|lectured))(?: (?!and\b|but\b)[\w' ]{2,30}?)? at {value}",
        r"{value} (?:employs|pays) me",
        r"{value} (?P<change>hired|has hired|took) me",
        r"{value} (?P<ends>let me go|fired me|laid me off|sacked me|dismissed me|made me redundant|has let me go)",
        r"{who} (?:have )?(?P<change>left|quit|swapped|traded) {old}(?P<known>) (?:for|and (?:now |have )?joined|to join) {value}",
        r"{who} (?:have )?(?P<ends>quit|left|resigned from|retired from)(?: (?:my|the) (?:job|position|role) (?:at|with))? {value}",
        r"{who} (?:have )?(?P<ends>handed in my notice|quit|resigned|gave (?:my )?notice|given notice|stopped) at {value}",
        r"{who} (?P<ends>(?:got |been |was )?(?:fired|laid off|sacked|let go|made redundant) (?:from|by|at)) {value}",
        r"(?:(?:today|yesterday|(?:last |this )?\w+day|that) (?:is|was) )?my last day (?:at|with|for) (?P<ends>){value}",
        r"{who} (?:have )?(?:just )?(?P<done>(?:got |was |were |been |am )*(?:made redundant|laid off|fired|sacked|let go))\b(?! (?:from|by|at)\b)",
        r"{who} (?:have )?(?P<done>quit|left|lost|resigned from) (?:my|the) (?:old )?(?:job|position)\b",
        r"{who} {be} (?:an?|the) (?![\w -]{0,30}\b(?:student|fan|member|patient|customer|client|guest|visitor|user|bit|lot|beginner|expert|master|genius|pro|natural|regular|novice)\b)[\w -]{2,40}? (?:at|for|with) {value}",
        r"{who} {be} (?:with|over at|on staff at) {value}",
        r"{who} {be} (?P<ends>done with|done at|out of|gone from|finished at) {value}",
        r"{who} {be} (?:(?P<change>now)|(?P<ends>no longer)) (?:at|with) {value}",
        r"(?:first|1st) day (?:at|with) (?P<change>){value}",
        r"{who} {be} (?:back )?(?:at|with) {value}(?= (?:now|any ?more|any ?longer|these days)\b)",
        r"{who} (?:run|runs|own|owns|founded) (?:my own company|a company|a firm|a startup),? (?:called |named ){value}",
    ),
    "job": (
        rf"(?:an? )?{{value}} is {{whose}} {_JOB}",
        rf"{{whose}} {_JOB} {{is}} (?:that of |as |now |to be )?{{value}}",
        rf"{{who}} {_WORK} (?:(?!and\b|but\b|as\b)[\w'-]+ ){{0,7}}?as (?:an?|the|your)? ?{{value}}",
        r"{who} {be} (?:employed|working|hired|freelancing|earning my living)(?: [\w' -]{1,30}?)? as (?:an?|the)? ?{value}",
        r"{who} (?:have )?(?P<change>became|become|turned into|got promoted to|been promoted to|promoted to|started as|retrained as|qualified as|switched to being|retrained to be|got hired as) (?:an?|the)? ?{value}",
        r"{who} {be} (?P<change>promoted to|made) (?:an?|the)? ?{value}",
        r"{who} {be} (?:trained|qualified)? ?(?:an? )?{value} (?:by profession|by trade|by training|for a living)",
        r"(?:got|have|took|landed|found|accepted|started|starting) (?:a|an|my|the)? ?(?:new |full-time |part-time )*(?:job|work|position|role) as (?:an?|the)? ?{value}",
        r"{who} (?:earn|make) (?:my|a) living as (?:an?)? ?{value}",
        r"{who} {be} (?=(?:an?|the|your|currently|now|still|just|actually|only)\b ?){value}",
        r"{who} {be} (?:no longer|not) (?=an? ){value}",
        r"{who} (?P<change>switched|changed|moved)(?: careers?| jobs?)?(?: from {old})? to (?:being )?(?:an? )(?P<value>.+)",
        r"{who} (?P<ends>quit|stopped) (?:being|working as) (?:an?)? ?{value}",
        r"{who} {be} (?:in [\w ]+, )?(?P<value>ceo|cto|cfo|coo)\b(?: (?:of|at))?",
        r"\b(?:here|speaking),? \d{1,3}, (?:an? )?(?P<value>[a-z][a-z -]{2,30}?)(?= ?(?:,|\.|$|living\b|from\b|based\b))",
        r"by (?:profession|trade)(?:,)? (?:i'm|i am) (?:an? )?(?P<value>.+)",
    ),
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
        r"(?:write|mail|email|e-mail|reach|contact|send|message|get|ping|invite|forward|use|drop|cc)(?: (?!@)[\w' ]{1,40}?)?(?: to| at| on| via|:)? {value}",
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
        r"{start}(?:(?:can|could|would|will) you |please |let's |can we )*(?:(?P<change>switch|change|go back|swap|move)) (?:back |over |your (?:replies|answers|language) |the language |your reply language |my reply language |language )*(?:to|into) {value}",
        r"{start}(?:(?:can|could|would|will|shall) (?:you|u|we) |please |pls )*(?:use|stick to|keep to|stay in|continue in|go on in|carry on in|keep it in|let's (?:speak|use|talk|continue in|switch to|stick to|chat in)) {value}(?=(?: from now on| please| only| for| in your| when| with me| going forward| instead| now| pls|,? please)\b|[.!?]?$)",
        r"(?:^|(?<=[.!,][ ]))(?P<value>[A-Z][a-z]+) (?:only|from now on|replies only|answers only|please)(?:,? please)?(?= ?[.!,]|$)",
        r"{who} (?:prefer|want|would like|'d like|need) (?:replies |answers |responses |your answers |to (?:chat|speak|talk|read) )?(?:in )?(?P<value>[A-Z][a-z]+)(?: replies| answers| responses|,? please| from now on)(?= ?[.!,]|$)",
        r"{value} is (?:my|the) (?:preferred |reply )+language",
        r"(?:i'd|i would|we'd) rather (?:speak|talk|write|chat|use|read|have it|do this|keep it)(?: in)? {value}",
        r"(?:can|could|shall|may) we (?:please |pls )?(?:continue|go on|carry on|keep going|talk|speak|chat|switch to|do this|write)(?: in)? {value}",
        r"(?:all|your|the) (?:replies|answers|responses|messages|reply|answer)(?: should| must| need to| have to)? be (?:in|written in) {value}",
        r"(?:everything|all of it)(?: should| must| can| could)? be in {value}",
    ),
    "allergy": (
        r"{who} {be} (?:(?:severely|mildly|highly|deathly|very|terribly|extremely|slightly|super|really|also|both|quite|badly|seriously|violently) )*(?:allergic|alergic|allergc|hypersensitive) (?:to|against) (?:both )?{value}",
        r"{who} (?:have|has|having|had|got|have got|suffer from|suffers from|'ve got|developed|(?P<change>developed))(?: also| just| always| both| recently)*(?: an?| this| some)?(?: (?:severe|mild|bad|serious|terrible|strong|slight|new|nasty|life-threatening|known|food|deadly|extreme))* (?:allergy|allergies|allergic reactions?|allergic reaction) (?:to|against) {value}",
        r"{who} (?:have|has|having|had|got|have got|suffer from|suffers from|'ve got|developed)(?: also| just| always| both| no)*(?: an?| this| my)?(?: (?:severe|mild|bad|serious|terrible|strong|slight|new|nasty|life-threatening))* (?P<value>(?!(?:no|any|an|a|food|more|other)\b)[a-z][\w'-]*(?: (?:and |or )?[a-z][\w'-]*){0,3}?) allerg(?:y|ies)",
        r"{whose} (?:only |main |worst |known |biggest |other |food )*(?:allergy|allergies|allergens?)(?: list)? {is} (?:to )?{value}",
        r"(?:known |food |my )?allerg(?:y|ies): {value}",
        r"{value} (?:is|are) (?:my|our) (?:only |main |worst |other )?(?:allergy|allergies)",
        r"{whose} (?P<value>[a-z][\w'-]*(?: [a-z][\w'-]*){0,2}?) allergy (?:{be}(?: all| completely| now)? )?(?P<ends>(?:is |has )?(?:gone|cured|over|vanished|disappeared|cleared up|went away|gone away|history|no more|been cured|resolved|outgrown))",
        r"{who} (?P<ends>(?:have )?(?:outgrew|outgrown|grew out of|grown out of|got over|gotten over|lost|beaten|beat|overcame)) (?:my |the )?(?:allergy to )(?P<value>.+)",
        r"{who} (?P<ends>(?:have )?(?:outgrew|outgrown|grew out of|grown out of|got over|gotten over|lost|beaten|beat|overcame)) (?:my |the )?(?P<value>[a-z][\w'-]*(?: [a-z][\w'-]*){0,2}?) allergy",
        r"{value} (?:gives|give|gave) me (?:hives|anaphylaxis|an allergic reaction)",
        r"{who} (?:react|reacts) (?:badly|allergically) to {value}",
        r"{value} allergy here",
        r"(?:i|we) (?:can't|cannot|can not|cant|mustn't|shouldn't|don't|never) (?:eat|have|drink|touch|do),? {value},? (?:because |since |as |cos |cuz |for )?(?:i'm|i am|im) (?:\w+ )?allergic",
        r"{value} (?:is|are) (?:something|what|things|one (?:thing|of the things))(?: that)? {who} (?:am |'m )?(?:also |really )?allergic to",
        r"{who} with (?:an?|a severe|a bad|a mild) (?P<value>(?!(?:no|food)\b)[a-z][\w'-]*(?: (?:and )?[a-z][\w'-]*){0,2}?) allergy",
    ),
    "diet": (
        r"{who} {be} (?:on|following|sticking to|keeping to) (?:an?|the|my)? ?(?P<value>[\w-]+(?: [\w-]+)?) diet",
        r"{who} (?:(?:now|only|strictly|mostly|just|mainly) )*(?:eat|eats|eating|keep|keeps|keeping|follow|follows|following|do|doing|stick to|practise)(?: only| strictly| mostly)*(?: an?| the| my)? (?P<value>[\w-]+(?: [\w-]+)?) (?:diet|food|lifestyle|only)\b",
        r"{who} (?:eat|eats|eating|keep|keeps|keeping)(?: only| strictly| mostly| fully)* (?P<value>vegan|vegetarian|halal|kosher|keto|paleo|pescatarian|plant-based|plant based|gluten-free|gluten free|low-carb|low carb|veggie|meat-free|raw)\b",
        r"{who} (?:have )?(?P<change>went|gone|turned|become|became|converted to|switched to|changed to|gone back to|started)(?: being| to| eating| an?| fully| completely| full)* {value}",
        r"{who} (?:going|turning|becoming|(?P<planned>go|turn|become)) {value}",
        rf"{{who}} {{be}} (?:neither |not |both |an? )?(?:a |an |strict |strictly |mostly |fully |basically |100% )*(?P<value>{_DIET}\b(?:,? (?:and|nor|or) .+)?)",
        r"{whose} diet {is} {value}",
        r"{who} (?P<ends>quit|stopped|gave up|dropped|ditched|given up|abandoned)(?: being| eating| the| my| on| an?)* {value}",
        r"{who} (?P<change>switched|changed|moved|went)(?: over)?(?: my diet)?(?: from {old})? to (?:being |an? )?{value}",
        r"{who} {be} (?:eating|going) {value}",
        r"dietary (?:preference|requirement|restriction)s?(?: is|:| are) {value}",
    ),
    "likes": (
        rf"{{who}} (?:(?:really|absolutely|also|truly|do|just|totally|quite|still|both) )*{_LIKE} {{value}}",
        r"{who} {be} (?:(?:an?|such an?|really|very|quite|big|huge|massive|great|also|totally|so|pretty|super|still) )*(?:fond of|into|keen on|crazy about|mad about|nuts about|a fan of|fan of|fans of|in love with|passionate about|obsessed with|a lover of|hooked on|addicted to|partial to|a sucker for|sucker for|devoted to|enthusiastic about) {value}",
        r"{who} {be} (?:an? )?(?:big |huge |massive |real |total |true |avid )*(?P<value>(?!(?:big|huge|massive|real|total|true)\b)[a-z][\w-]+(?: [a-z][\w-]+)?) (?:lover|fan|enthusiast|addict|aficionado|nut|buff|junkie)\b(?! of)",
        r"{who} (?:have )?(?P<change>fallen in love with|fell in love with|developed a taste for|taken to|got into|gotten into|grown fond of|grown to (?:like|love|enjoy)|learned to (?:like|love)|come to (?:like|love)) {value}",
        r"{who} (?:have )?(?P<ends>gone off|went off|grown tired of|grew tired of|fallen out of love with|fell out of love with|lost (?:interest in|my taste for|my love of|my love for)|got(?:ten)? bored of|stopped enjoying|quit liking|stopped liking|stopped loving) {value}",
        r"{who} {be} (?P<ends>tired of|bored of|bored with|sick of|fed up with|so over) {value}",
        r"{who} (?:have|has|got|have got|'ve got) (?:a )?(?:thing|soft spot|weakness|passion|love|sweet spot|taste) for {value}",
        r"{whose} (?:hobby|hobbies|passion|passions|interests?) {is} {value}",
        r"{value} (?:is|are) (?:one of )?{whose} (?:hobby|hobbies|passion|passions|thing|jam|cup of tea)",
        r"(?:things )?{who} (?:really )?(?:like|love|enjoy)(?: are| is|:) {value}",
        r"nothing beats {value}",
        r"likes: {value}",
    ),
    "dislikes": (
        rf"{{who}} (?:(?:really|absolutely|also|truly|do|just|totally|quite|still|both) )*{_HATE} {{value}}",
        r"{who} {be} (?:(?:really|definitely) )*(?:no (?:big |great )?fan of|anti) {value}",
        r"{who} {be} (?:(?:really|quite) )*(?:disgusted by|repulsed by|put off by|grossed out by|averse to) {value}",
        r"{who} (?:don't|do not|can't|cannot|dont|couldn't) (?:really |much )?(?:care (?:much )?(?:for|about)|get along with|do well with) {value}",
        r"{value} (?:is|are) (?:not my (?:thing|cup of tea|jam)|disgusting to me|my pet peeve|one of my pet peeves)",
        r"{value} (?:isn't|aren't) my (?:thing|cup of tea|jam)",
        r"dislikes: {value}",
        r"{who} (?P<ends>(?:don't|do not|dont) (?:really )?mind) {value}(?= ?(?:any ?more|any ?longer|now|these days)\b)",
        r"{who} (?:have|has|got) (?:an aversion to|a dislike of|a hatred of|a thing against|no love for) {value}",
        r"{who} (?:have )?(?P<change>grown to hate|grown to dislike|come to hate|come to dislike|learned to hate) {value}",
    ),
    "favourite": (
        r"{whose} (?:all-time |absolute |new |current |own |very )*(?:favourite|favorite|fav|fave|favourit|favorit) {noun}(?: of all time| ever| in the world| these days| so far)?{is} (?:to be )?{value}",
        r"{value}(?:'s| is| are)(?: still| (?P<change>now)| (?P<neg>not)| (?P<ends>no longer|not any more))? {whose} (?:all-time |absolute |(?P<new>new) |current )*(?:favourite|favorite|fav|fave) {noun}(?= ?(?:[,.;!]|$|now\b|of all time|ever\b|always\b|these days|and\b|but\b|at the moment|by far|so\b|though\b|because\b|in\b|right\b|lately\b))",
        r"(?:favourite|favorite|fav|fave) {noun}: {value}",
        r"{who} (?:have )?(?P<change>changed|switched) (?:my )?(?:favourite|favorite|fav) {noun} (?:from {old} )?to {value}",
        r"{whose} {noun} of choice {is} {value}",
    ),
    "instruction": (
        r"(?:please |pls |kindly |and |oh |also )*(?:never|don't ever|do not ever|dont ever|don't you ever) (?!mind\b|say never\b|been\b|heard\b|knew\b|thought\b|seen\b|had\b|tried\b|ever\b|said\b|did\b|was\b|understood\b|felt\b|met\b|lived\b|worked\b|again\b|got\b|really\b|liked\b|loved\b|gonna\b|in\b|a\b|too\b|going\b|eaten\b|expected\b|realised\b|realized\b|used\b|happened\b|figured\b|came\b|come\b|know\b|fails?\b|better\b|works\b|imagined\b|believed\b|noticed\b|finished\b|gets?\b|once\b|actually\b|wanted\b|more\b|enough\b|before\b|not\b|going\b|sure\b|thanks\b|told\b|saw\b|could\b|would\b|quite\b|learned\b|owned\b|made it\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*always (?!been\b|had\b|wanted\b|happy\b|loved\b|liked\b|lived\b|a\b|the\b|good\b|nice\b|knew\b|thought\b|fun\b|hungry\b|tired\b|great\b|some\b|there\b|in\b|been\b|late\b|wondered\b|hated\b|something\b|up\b|on\b|has\b|is\b|have been\b|works\b|love\b|like\b|hate\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*(?:do not|don't|dont) (?!worry\b|know\b|think\b|like\b|want\b|need\b|forget\b|get\b|laugh\b|mind\b|you\b|i\b|we\b|have\b|be sorry\b|understand\b|care\b|believe\b|feel\b|remember\b|even\b|really\b|remind\b(?! me (?:every|each|all))|judge\b|ask why\b|bother\b|panic\b|be (?:silly|mad|angry|shy|sad)\b|cry\b|see\b|love\b|live\b|work\b|eat\b|drink\b|speak\b|they\b|ask me why\b|quote me\b|hold me to\b|say (?:so|that)\b|lie\b|go away\b|leave\b|go(?: yet)?[.!]*$|give up\b|hate\b|enjoy\b|wait\b|tell anyone\b|sweat\b|miss\b|make me\b|get me wrong\b|be like\b|let me (?:forget|down)\b|start\b|stress\b|take it\b|hesitate\b|trust\b|drive\b|own\b|trust me\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*stop (?!it\b|by\b|there\b|that\b|this\b|lying\b|working\b|joking\b|right\b|now\b|here\b|kidding\b|at\b|signs?\b|talking to\b|laughing\b|me\b)(?P<value>[a-z]+ing\b.+)",
        r"(?:from now on|from today on|from here on|going forward|in (?:the )?future|henceforth|for the future|from this point on|as of now|for all future \w+)[, ]+(?:please |pls )?(?!(?:i|my|i'm|we|our|he|she|it|they)\b)(?P<value>[a-z].+)",
        r"(?:please |pls |kindly )*(?!(?:i|my|i'm|we|he|she|it|call|they|what|how|is|can)\b)(?P<value>(?:[a-z'-]+ ){1,14}?(?:from now on|going forward|in (?:the )?future|every time|each time|by default|at all times|in all (?:your )?(?:answers|replies|responses)|in every (?:answer|reply|response)|in your (?:answers|replies|responses)|unless i (?:ask|say|tell)|when you (?:answer|reply|respond)|whenever i\b|until i say)\b.*)",
        r"(?:whenever|each time|every time|any time|anytime|if ever) (?:i|you|we|there)\b(?P<value>[^,]{3,80}, (?:please |pls |always |never |just |then )*(?!(?:i|it|he|she|they|my|we|that|this|there|the|what)\b)[a-z].+)",
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
        r"(?:my |the |our |an |about |regarding )?(?:latest |last |recent |new |second |other |both )?(?:orders?|booking|purchase) ?(?:numbers?|nos?\.?|nr\.?|ids?|num|ref(?:erence)?|code)?[ :#\"'`“‘*]*(?P<value>(?=#?(?=[\w-]*\d)(?:[A-Z]{1,6}[-_]?\d[\w-]{2,30}|\d{4,20}[\w-]*)\b).+)",
        r"(?:order|booking|purchase) (?:number|no\.?|nr\.?|id|num|ref(?:erence)?|code)(?: is| was|:|'s| -)+ {value}",
        r"{value} is {whose} (?:order|booking) (?:number|id|no|code|reference)",
        r"(?:order|parcel|package|booking|delivery)\b[^.!?]{0,40}?[,:;(-] ?(?:the )?(?:number|no\.?|nr\.?|id|ref(?:erence)?|code)(?: is|'s|:)? {value}",
        r"(?:the |my )?(?:correct|right) (?:order )?(?:number|one|id)(?: is|'s|:) {value}",
        r"(?:it's|it is) (?:order|under order) {value}",
    ),
    "task": (
        r"{who} (?:also |still |really |only |just |first |urgently |definitely |absolutely )*(?:need|needs|have|has|'ve got|have got|has got|ought|(?P<past>needed|had))(?: also| still| urgently)? to (?!be\b)(?P<value>.+)",
        r"{who} (?:also |still |really |only |just |definitely )*(?:gotta|must|should) (?!be\b|have\b|say\b|admit\b|not\b)(?P<value>.+)",
        r"{who} {be} (?:supposed|meant|required|obliged|due) to (?!be\b)(?P<value>.+)",
        r"(?:please |pls |can you |could you |would you |will you |kindly )*(?:remind|nudge) (?:me|us)(?: [\w ]{1,25}?)? to (?P<value>.+)",
        r"(?:please |pls )?(?:don't|do not|dont) let me forget (?:to )?(?P<value>.+)",
        r"(?:i )?(?:mustn't|must not|can't|cannot|shouldn't|don't want to) forget (?:to |about )?(?P<value>.+)",
        r"(?:my |the |today's |tomorrow's |our )?(?:to-do list|todo list|to do list|to-dos|to-do|todos|todo|to do|tasks?|task list|list of things to do|agenda)(?: for (?:today|tomorrow|this week|this afternoon|the week|the weekend|\w+day))?(?: today| tomorrow| this week| this afternoon)?(?: is| are| has| includes|:| -)+ (?P<value>.+)",
        r"(?:please |pls |can you |could you )*(?:add|put|save|note|write down|jot down|include) (?P<value>[^.!?;]{2,120}?) (?:to|on|in|onto|as) (?:my |the |a )?(?:to-do list|todo list|to do list|todos?|to-dos?|tasks?|list|task list|agenda)\b",
        r"{who} (?:have|has|got|'ve got|have got) (?P<value>[^.!?;]{2,100}?) to (?:do|finish|complete|wrap up|get done|work on|take care of)(?= ?(?:[,.;!]|$|by\b|before\b|today\b|tomorrow\b|this\b|still\b|next\b|on\b|tonight\b))",
        r"{who} {be} (?:working on finishing|busy finishing|finishing) (?P<value>.+)",
        r"(?:remember|don't forget|note to self|reminder)(?: to|:)+ (?P<value>[^.!?;]+)",
        r"{who} (?:have )?(?:just |already |finally )*(?P<ends>finished|completed|wrapped up|finalised|finalized|handed in|got done with|ticked off|crossed off|got through|taken care of|finished off|finished with)(?: off| up)? (?P<value>.+)",
        r"{who} {be} (?:finally |now |all )?(?P<ends>done|finished|through) (?:with )(?P<value>.+)",
        r"{who} (?:have )?(?:just |already |finally )*(?P<ends>got) (?P<value>[^.!?;]{2,80}?) (?:done|finished|out of the way|sorted)\b",
        r"{thing}(?:'s|:| is| are| has been| have been| was| were| got)(?: now| finally| already| all| both)* (?P<ends>done|finished|completed?|sorted|wrapped up|out of the way|off my (?:list|plate))(?= ?(?:[,.;!]|$|and\b|but\b|now\b|so\b|at last|already|today|yesterday|too\b))",
        r"(?:scratch|remove|drop|cross off|take|strike|delete|tick off|cancel|forget about) (?P<ends>)(?P<value>[^.!?;,]{2,60}?) (?:from|off) (?:my |the )?(?:to-do list|todo list|todos?|tasks?|list|to-dos?|task list|agenda)\b",
        r"{who} (?:don't|do not|no longer|dont) (?:have|need) to (?P<neg>)(?P<ends>)(?P<value>.+)",
        r"{start}(?:just |finally |already )?(?P<ends>finished|done with|completed) (?P<value>(?:the|my) .+)",
    ),
    "deadline": (
        rf"{{thing}} {{be}}(?: now| actually| already| both| all)* (?:due|needed|wanted|expected|to be (?:done|finished|handed in|submitted|delivered))(?: in| back| date is)? {_DUE_TO}{{value}}",
        rf"(?:the |my |our )?(?:due date|deadline|cut-off|due day)(?: for| of| on| to submit| to finish) {{thing}}{{is}} {_DUE_TO}{{value}}",
        rf"{{thing}}(?:'s)? (?:due date|deadline)(?: date| day)?{{is}} {_DUE_TO}{{value}}",
        rf"{{whose}} (?:due date|deadline|due day) {{is}} {_DUE_TO}{{value}}",
        r"{thing} (?:has|have|needs?|must|had|should) (?:to )?be (?:done|finished|ready|submitted|delivered|completed|handed in|in|sent|turned in|shipped|filed|paid)(?: in)? (?:by|on|before|no later than|until) {value}",
        r"{thing} (?:has|have|with|got) (?:a|its|an?|the) (?:new |final |hard |strict )?deadline (?:of|on|at|for|is|by) {value}",
        r"{who} (?:have|need|must|got|have got|'ve got|still have|still need|has|am supposed|should|am meant)(?: to)? (?:finish|submit|complete|hand in|deliver|send|turn in|file|wrap up|finalize|finalise|return|pay|get|write|do|prepare|ship|present|hand over|send in|send off) {thing}(?: done| in| off| ready| finished| out)? (?:by|before|until|no later than|on) {value}",
        r"{who} (?:have|got|was given|'ve got|have got|had) (?:until|till|time until) {value} (?:to|for) (?:finish|submit|complete|hand in|deliver|send|turn in)? ?{thing}(?= ?[.,;!]|$)",
        r"(?:they|he|she|(?:my |the |our )?(?:boss|client|prof|professor|teacher|tutor|editor|manager)|i|we)(?: have|'ve)? (?:now )?(?P<change>gave us|gave me|got|given us|given me|has given us|has given me|were given|was given) (?:until|till) {value}",
        r"(?:they|he|she|we|(?:my |the |our )?(?:boss|client|prof|professor|teacher|tutor|editor|manager|lecturer)|i|someone) (?:have |has |just )*(?P<change>moved|pushed|postponed|extended|delayed|rescheduled|shifted|brought|changed|bumped)(?: back| up| forward)? (?:the deadline (?:of|for) )?{thing}(?:'s)?(?: deadline| due date)?(?: back| forward)?(?: from {old})? (?:to|until|till) {value}",
        r"{thing}(?:'s been)? (?:deadline |due date )?(?:has been |have been |was |were |is now |got |is |is being )?(?P<change>moved|pushed|postponed|extended|delayed|rescheduled|shifted|brought forward|changed|bumped|put off|put back|slipped)(?: back| up| forward| out| again)?(?: from {old})? (?:to|until|till) {value}",
    ),
    "status": (
        rf"{{thing}}(?:'s| is| was| has been| have been| are| has| got|'s been)(?: now| finally| already| still| currently| been| just| officially)* (?P<value>{_STATUS}){_STATUS_END}",
        rf"(?:the )?status of {{thing}}{{is}} (?P<value>{_STATUS})",
        rf"{{thing}}(?:'s)? status{{is}} (?P<value>{_STATUS})",
    ),
}  # fmt: skip
