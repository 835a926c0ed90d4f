"""jobs: the words that are occupations."""

from __future__ import annotations

import re

from memlab.facts.english.words import word_set

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
    " paralegal bookkeeper freelancer entrepreneur founder ceo cto cfo intern apprentice trainee"
    " undergraduate"
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
