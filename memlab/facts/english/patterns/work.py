# ruff: noqa: E501 - one pattern a line
"""For whom and as what somebody works, in English."""

from __future__ import annotations

_GAP = r"(?:(?!(?:in|at|for|with|from|to|and|but|as|i)\b)[\w'-]+,? ){0,5}?"
_WORK = r"(?:work|works|working|(?P<past>worked))"
_FIRM = r"(?:employer|company|workplace|firm|current employer|place of work|day job|employers?)"
_JOB = r"(?:job|profession|occupation|job title|role|position|trade|day job|title|line of work|work|career|vocation)"

PATTERNS: dict[str, tuple[str, ...]] = {
    "employer": (
        rf"{{who}} {_WORK} (?!out\b){_GAP}(?:as (?:an?|the) [\w -]{{2,40}}? )?(?:in (?!and\b)[\w -]{{2,25}}? )?(?:at|for|with) {{value}}",
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
        r"{who} (?:(?:don't|do not|dont) work (?:there|for them)(?: any ?more| any ?longer| now)|no longer work (?:there|for them))(?P<done>)",
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
}  # fmt: skip
