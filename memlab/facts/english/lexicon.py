"""The words that end a value, and those that are none: what no name, place, company, job or thing can be."""

from __future__ import annotations

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
    " w w/ n tho bc cuz cos coz plz cus rn atm tbh fyi imo ngl however otherwise either anyways without"
    " recently lately permanently temporarily"
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
    " touch contact trouble hurry danger"
    " mind school college university hospital hotel hotels town case order fact front spanish italian"
    " japanese tech"
    " finance marketing sales it hr retail healthcare education construction banking logistics research"
    " january"
    " monday tuesday wednesday thursday friday saturday sunday fridays weekends shifts pairs small big"
    " rural urban"
    " another plan option phase step stage chapter round version different new first second two three"
    " something somewhere nowhere anywhere abroad excel linux windows python javascript chrome"
    " firefox android ios photoshop sql pieces style"
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
    " dawn various several many different hours days years months long two three peanuts tips risk"
    " stake 24/7 remote being making"
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
