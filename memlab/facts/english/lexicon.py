"""The words that end a value, and those that are none: what no name, place, company, job or thing can be."""

from __future__ import annotations

import re

from memlab.facts.english.shapes import LANGUAGE_NAMES
from memlab.facts.english.words import DAYS, MONTHS, PEOPLE, word_set

ABBREVIATED = word_set(
    "st. mr. mrs. ms. dr. prof. inc. ltd. co. corp. jr. sr. ave. rd. blvd. apt. no. mt. ft. u.s. u.k."
)
HARD_STOPS = word_set("and but so because can could which who i i'm i've i'd i'll we")
_ENDS = word_set(
    "and but or so because since when if which who whom whose that though although while as even after"
    " before until"
    " till too btw lol haha hehe thanks thx please pls anymore now today yesterday tonight tomorrow currently"
    " actually instead again though anyway also can could would will shall should may might must do does"
    " did is are"
    " was were am be been being has have had i i'm im i've i'd i'll we we're he he's she she's they it"
    " it's you u"
    " what where why how any my your our their his her its not never always just already still really"
    " maybe perhaps"
    " probably nowadays then than whereas unless except yeah yes no right correct ok okay sorry there"
    " here once"
    " w w/ n tho bc cuz cos coz plz cus rn atm tbh fyi imo ngl however otherwise either anyways without recently lately permanently temporarily"
    " obviously unfortunately sadly luckily happily officially"
)
PLACE_INNER = word_set(
    "de la las los el le les del della di da do dos das am an der den upon on sur of the by y e und ben al"
)
PLACE_STOPS = _ENDS | word_set(
    "last next this these for from with near in at to on by of about around alone together full-time"
    " where most"
    " area city town region region's since due over every during through throughout within outside"
    " between behind"
    " working doing studying looking trying living enjoying paying renting sharing moved happy love i'd"
    " want need"
    " starting until mostly full part half two three four five some back downtown and/or next-door whole"
    " all for"
)
NAME_INNER = word_set("de la van von der den bin al da dos di el mc st and/or")
NAME_STOPS = _ENDS | word_set(
    "from at in with for to on by the a an of speaking btw here not nice and good pleased instead"
)
COMPANY_INNER = word_set("of and & the for de la du und y et")
COMPANY_STOPS = _ENDS - {"and"} | word_set(
    "as in on for from with near at to by since full-time part-time last next this these doing around"
    " about over"
    " designing building selling making writing remotely downtown every two three five until where"
    " starting too"
    " after years full part mostly through during via alongside under"
)
WORD_STOPS = _ENDS | word_set("last next for since at every from until these this in with on by")
TASTE_STOPS = _ENDS - {"that", "no", "right", "my"} | word_set(
    "more better most over every everyday unlike compared ever since during these recommend suggest"
    " looking lately"
    " instead because honestly like"
)
TASK_STOPS = word_set(
    "but so because since when if which though although while until till btw lol haha thanks thx please"
    " pls anymore"
    " can could would will should do does is are was i i'm im i've i'd i'll we he she they you u it's"
    " what why any"
    " maybe today tonight tomorrow yesterday now instead asap anyway then before after by later soon"
    " first this next"
    " due where how eventually too also as still again already"
)
JOB_STOPS = _ENDS | word_set(
    "at for in with on by from since last next these this near to of full-time part-time working based living"
    " doing specializing specialising who trying looking about around over called named"
)

ADJECTIVES = word_set(
    "boring great good bad hard stressful fun nice okay ok fine amazing awful terrible demanding tough"
    " easy beautiful"
    " ugly big small huge tiny old new lovely wonderful horrible broken dead full empty tight limited"
    " unlimited flexible"
    " secret irrelevant important private safe dangerous noisy quiet loud hot cold expensive cheap busy"
    " killing exhausting"
    " tiring rewarding interesting remote far close near clean dirty crowded cool awesome perfect"
    " excellent weird strange"
    " different similar better worse best worst closed open next gone lost unknown correct wrong right"
    " growing hiring"
    " amazing fantastic gorgeous brilliant rubbish crap shit hell heaven not so very too pretty quite"
    " really just also"
)
COUNTRIES = frozenset(
    name.replace("_", " ")
    for name in word_set(
        "germany france italy spain portugal england scotland wales ireland uk u.k. the_uk united_kingdom usa"
        " us u.s. united_states america canada mexico brazil argentina chile peru colombia china japan korea"
        " south_korea india pakistan bangladesh vietnam thailand indonesia malaysia philippines australia"
        " new_zealand russia ukraine poland austria switzerland belgium netherlands holland denmark sweden"
        " norway finland iceland greece turkey egypt kenya nigeria ghana ethiopia morocco tunisia algeria"
        " south_africa israel iran iraq saudi_arabia czechia czech_republic slovakia slovenia croatia serbia"
        " hungary romania bulgaria estonia latvia lithuania europe asia africa great_britain britain nepal"
        " sri_lanka cuba venezuela ecuador bolivia taiwan california texas florida bavaria tuscany catalonia"
        " ontario quebec"
    )
)
NO_PLACE = word_set(
    "fear peace harmony denial constant luxury poverty english french german my your one there here it"
    " that this"
    " what which love hope a an the house houses flat flats home general charge advance person bed pain debt"
    " mind school college university hospital hotel hotels town case order fact front spanish italian"
    " japanese tech"
    " finance marketing sales it hr retail healthcare education construction banking logistics research"
    " january"
    " monday tuesday wednesday thursday friday saturday sunday fridays weekends shifts pairs small big"
    " rural urban"
    " another plan option phase step stage chapter round version different new first second two three something somewhere nowhere anywhere abroad pieces style"
) | frozenset(MONTHS) - {"may"} | ADJECTIVES - {"new", "nice"}  # fmt: skip
ORGANISATIONS = word_set(
    "clinic bank hospital media gmbh inc ltd llc corp group labs lab studio studios university school"
    " agency company"
    " logistics consulting solutions systems software technologies tech partners holdings insurance"
)
NO_COMPANY = PEOPLE | NO_PLACE | ADJECTIVES | word_set(
    "home night nights myself himself herself ourselves him her them us me you weekends times least most"
    " large all"
    " height pace best free fun money charity government minimum x y full part eight nine ten six five"
    " seven noon"
    " dawn various several many different hours days years months long two three 24/7 remote being making"
    " getting"
)  # fmt: skip
NO_NAME = ADJECTIVES | word_set(
    "a an the it me you him her them us back later tomorrow today anytime when if asap at on in crazy old"
    " weird lazy"
    " stupid picky maybe whatever anything something not now names out up off again by for when what this"
    " that your"
    " his their my our and or but sorry sure ok okay mr mrs ms sir no yes here there just only still also"
    " all on"
    " right wrong mud paranoid old-fashioned nuts biased silly mad naive sentimental tonight soon daily using"
    " with from"
    " if to i we he she they is was are so because as good bad important irrelevant none private secret"
    " unknown"
    " hard easy difficult spelled spelt written pronounced misspelled changed unusual common too very quite"
)
NATIONALITIES = word_set(
    "american british scottish welsh canadian australian mexican brazilian argentinian chilean colombian"
    " peruvian"
    " austrian belgian swiss ethiopian egyptian kenyan nigerian ghanaian moroccan israeli iranian iraqi"
    " saudi indian"
    " pakistani bangladeshi taiwanese singaporean malaysian asian african european scandinavian catholic"
    " christian"
    " muslim jewish buddhist hindu protestant orthodox atheist londoner parisian berliner new yorker jew"
    " leftist"
    " libra leo virgo aries taurus gemini cancer scorpio sagittarius capricorn aquarius pisces introvert intj"
)
NO_BARE_NAME = (
    NO_NAME | LANGUAGE_NAMES | NATIONALITIES | frozenset(DAYS)
    | frozenset(MONTHS) - {"may", "april", "june", "august"} | word_set(
    "vegan vegetarian pescatarian halal kosher celiac coeliac diabetic pregnant tired hungry happy sad"
    " busy free fine"
    " good great well sick ill late early ready done new old young single married divorced lost stuck"
    " bored excited"
    " angry afraid scared allergic intolerant interested curious glad home away alone able unable aware"
    " open close"
    " based living working looking going trying thinking moving from in at on with about into near over"
    " under between"
    " no never always really very quite pretty kinda sort kind more less better best worse worst worried"
    " confused"
    " retired unemployed self-employed freelance freelancing stressed exhausted broke rich poor ceo cto"
    " phd adhd"
    " gay straight bi trans male female man woman it hr pr dying joking kidding serious honest impressed"
    " keen fond"
    " down cool awake asleep online offline outside inside abroad half full empty due okay alive dead"
    " nervous anxious"
    " proud thirsty freezing cold hot warm right-handed left-handed colorblind blind deaf certain"
    " positive confident"
    " team gonna gotta getting one two three 1 ok lactose gluten gluten-free currently actually another"
    " hopeless"
    " dizzy sleepy grumpy desperate flexible available unavailable jealous lonely lucky ashamed"
    " embarrassed surprised"
    " shocked obsessed addicted thrilled delighted convinced overwhelmed hooked fed sober drunk hungover"
    " underage"
    " short tall fat thin slim strong weak healthy unhealthy fit bald clueless speechless positive negative"
    ))  # fmt: skip
AFTER_NAME = word_set(
    "and but from here by nice your the a im i i'm who btw speaking an at living with"
    " aka or, we my hi hello so"
)
FIRST_NAMES = word_set(
    "tom tim jim john jack james william george harry charlie oscar alice anna ann anne emma emily olivia"
    " sophie sophia"
    " mia mary maria laura lisa linda sarah sara kate katie jane julia julie lucy lily leo liam noah adam"
    " alex ben bob"
    " dan daniel david mike michael paul peter phil robert sam simon steve susan thomas tony nina nora"
    " elena eva ella"
    " omar ali ahmed fatima priya raj ravi wei li chen yuki kenji hiro ivan olga natasha marco luca"
    " carlos jose juan"
    " pedro diego lucia carmen ines pablo hans klaus greta heidi lars sven ingrid bjorn erik freya magnus"
    " zoe chloe"
)
_OCCUPATIONS = word_set(
    "nurse doctor chef pilot cook judge vet paramedic mechanic plumber surgeon architect accountant"
    " student lawyer"
    " attorney solicitor professor lecturer clerk cop cashier waitress waiter actress actor author editor"
    " sailor tailor"
    " butcher baker barista bartender florist journalist analyst consultant assistant manager director"
    " engineer coach"
    " guard dev developer programmer designer administrator secretary receptionist technician electrician"
    " musician"
    " politician physician dietician optician beautician magician librarian veterinarian scientist"
    " dentist therapist"
    " pharmacist psychologist biologist chemist physicist economist artist pianist violinist guitarist"
    " stylist"
    " teacher tutor trainer driver farmer gardener painter photographer writer singer dancer carpenter"
    " builder welder"
    " roofer cleaner janitor translator interpreter operator contractor realtor banker broker trader salesman"
    " saleswoman salesperson fireman firefighter policeman policewoman postman mailman fisherman"
    " craftsman handyman"
    " soldier officer sergeant captain priest monk pastor rabbi imam nun researcher recruiter planner buyer"
    " paralegal bookkeeper freelancer entrepreneur founder ceo cto cfo intern apprentice trainee undergraduate"
    " postgraduate"
    " housewife homemaker nanny babysitter caregiver caretaker carer midwife model athlete footballer"
    " goalkeeper"
    " curator archivist conductor composer producer filmmaker animator illustrator potter jeweller goldsmith"
    " blacksmith locksmith beekeeper zookeeper shepherd miner logger fisher surveyor auditor actuary"
    " statistician"
    " mathematician historian philosopher linguist geologist astronomer astronaut meteorologist archaeologist"
    " radiologist cardiologist neurologist paediatrician pediatrician dermatologist anaesthetist psychiatrist"
    " physiotherapist physio optometrist masseur masseuse barber hairdresser beautician courier porter"
    " bellboy"
    " concierge steward stewardess attendant dispatcher inspector detective investigator diplomat"
    " ambassador mayor"
    " streamer youtuber blogger influencer podcaster seamstress tram-driver sysadmin copywriter proofreader"
    " principal headteacher head warden superintendent foreman machinist lumberjack bricklayer plasterer"
    " glazier"
    " designer-developer dj bouncer waitstaff sommelier brewer distiller winemaker cheesemaker"
    " chocolatier pastry"
    " lead specialist representative rep agent executive strategist marketer adviser advisor associate"
    " partner"
    " teaching-assistant postdoc phd-student cabbie trucker docker stevedore signaller ranger lifeguard"
    " instructor"
)
_NO_OCCUPATION = word_set(
    "lover eater beginner sufferer user customer member father mother brother sister stranger newcomer"
    " subscriber"
    " owner believer listener smoker drinker speaker loner sleeper thinker planner-type killer winner"
    " loser foodie"
    " reader walker cyclist-at-heart hiker climber swimmer runner gamer player collector foreigner"
    " outsider hater"
    " londoner new-yorker parent child kid adult optimist pessimist perfectionist feminist fan person guy"
    " man woman"
    " girl boy human robot vegetarian vegan pescatarian pisces catholic christian muslim leftist"
    " minimalist realist"
    " idealist believer monster disaster bit little lot mess newbie regular bachelor widower supporter"
    " follower"
    " visitor traveller traveler tourist shopper renter leader-type survivor fighter patient resident"
    " citizen native"
    " volunteer voter taxpayer homeowner commuter pedestrian teetotaller teenager twin middle-child"
    " bookworm other"
    " non-smoker nonsmoker early-riser riser procrastinator overthinker minor senior junior pensioner veteran"
)
_JOB_END = re.compile(
    r"(?:ologist|ographer|ician|eer|smith|keeper|maker|worker|driver|teacher|man|woman|person|wright"
    r"|monger|ist|ster|or|er"
    r"|ant|herd|trix|logue)$"
)


def is_job(words: str) -> bool:
    """Whether `words` look like an occupation: "tram driver", not "bit tired" nor "big fan".

    >>> is_job("tram driver"), is_job("big fan"), is_job("morning person"), is_job("data analyst")
    (True, False, False, True)
    """
    parts = words.split()
    if not parts or len(parts) > 5:
        return False
    last = parts[-1]
    if last in _NO_OCCUPATION or words in _NO_OCCUPATION:
        return False
    single = last.removesuffix("s")
    return last in _OCCUPATIONS or single in _OCCUPATIONS or bool(_JOB_END.search(last) and len(last) > 4)


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
    " mine yours talk"
)
NO_ALLERGEN = word_set(
    "mornings monday mondays bullshit work nonsense stupidity drama people exercise homework idiots housework"
    " fun commitment failure responsibility meetings politics you him her winter losing bs"
)
NO_THING_PART = word_set(
    "i you we he she they who which what there everyone everybody someone nobody i'm im you're u me him us"
    " moved pushed extended postponed delayed changed gave shifted how when where is are was were am be been do does did will would can could if that's what's"
)
NO_TASK = word_set(
    "know say admit be ask think see understand hear feel believe wait go use have get remember agree"
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
