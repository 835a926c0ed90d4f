"""The small words of English that carry a grammar: subjects, auxiliaries, negations, hedges, people.

A word's work is told by flags that are or-ed together along a clause: "I no longer" is NOT | ENDS.
"""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words of a string, as a set."""
    return frozenset(words.split())


def favourite(noun: str) -> str:
    """What is a favourite, in an attribute's name and in one spelling.

    >>> favourite("Ice cream flavor"), favourite("colour")
    ('ice_cream_flavour', 'colour')
    """
    return "_".join(_BRITISH.get(word, word) for word in noun.lower().split())


_BRITISH = {
    "color": "colour",
    "flavor": "flavour",
    "neighborhood": "neighbourhood",
    "theater": "theatre",
    "program": "programme",
}

NOT, ENDS, CHANGE, PAST, PERFECT, PLANNED = 1, 2, 4, 8, 16, 32
WISHED, SUPPOSED, HEDGED, BE, ASKED, QUOTED, KNOWN = 64, 128, 256, 512, 1024, 2048, 4096
FRAMED = WISHED | SUPPOSED | HEDGED | ASKED | QUOTED  # what a clause hands down to the one inside it

# word -> flags: what may stand between a subject and its verb
CHAIN: dict[str, int] = {
    **dict.fromkeys(("am", "is", "are", "be", "been", "being", "m", "re"), BE),
    **dict.fromkeys(("was", "were"), BE | PAST),
    **dict.fromkeys(("have", "has", "having", "ve"), PERFECT),
    **dict.fromkeys(("did", "had", "formerly", "previously", "originally", "once"), PAST),
    **dict.fromkeys(("do", "does", "can", "must", "should", "shall", "ever", "yet", "get", "got"), 0),
    **dict.fromkeys(("will", "ll", "gonna", "soon"), PLANNED),
    **dict.fromkeys(("wanna",), WISHED),
    **dict.fromkeys(("would",), SUPPOSED),
    **dict.fromkeys(("may", "might", "could", "maybe", "perhaps", "probably", "possibly"), HEDGED),
    **dict.fromkeys(("apparently", "presumably", "potentially", "allegedly", "supposedly", "likely"), HEDGED),
    **dict.fromkeys(("not", "never", "neither", "nor", "hardly", "nt"), NOT),
    **dict.fromkeys(("just", "now", "actually", "currently", "recently", "nowadays", "presently"), CHANGE),
    **dict.fromkeys(("lately", "newly", "freshly", "instead", "today", "finally", "eventually"), CHANGE),
    **dict.fromkeys(("really", "still", "also", "always", "only", "mostly", "mainly", "definitely"), 0),
    **dict.fromkeys(("certainly", "basically", "both", "personally", "absolutely", "simply", "totally"), 0),
    **dict.fromkeys(("kinda", "sorta", "already", "officially", "temporarily", "usually", "often"), 0),
    **dict.fromkeys(("sometimes", "generally", "truly", "honestly", "quite", "very", "so", "pretty"), 0),
    **dict.fromkeys(("rather", "all", "each", "too", "well", "even", "particularly", "especially"), 0),
    **dict.fromkeys(("severely", "mildly", "highly", "deathly", "terribly", "extremely", "slightly"), 0),
    **dict.fromkeys(("deeply", "super", "strictly", "fully", "mega", "badly", "happily", "sadly"), 0),
    **dict.fromkeys(("unfortunately", "fortunately", "luckily", "permanently", "solely", "full-time"), 0),
    **dict.fromkeys(("gladly", "secretly", "obviously", "clearly", "of", "literally", "naturally"), 0),
    **dict.fromkeys(("myself", "more", "most", "seriously", "dearly", "incredibly", "genuinely"), 0),
    **dict.fromkeys(("long", "bloody", "freaking", "effectively", "legally"), 0),
}

# the same of several words, by their first: (the other words, flags)
PHRASES: dict[str, tuple[tuple[tuple[str, ...], int], ...]] = {
    "no": ((("longer",), NOT | ENDS), (("more",), NOT | ENDS)),
    "used": ((("to",), PAST),),
    "going": ((("to", "be"), PLANNED | BE), (("to",), PLANNED)),
    "about": ((("to",), PLANNED),),
    "want": ((("to",), WISHED),),
    "wants": ((("to",), WISHED),),
    "wanted": ((("to",), WISHED),),
    "like": ((("to", "be"), WISHED | BE),),
    "love": ((("to", "be"), WISHED | BE),),
    "hope": ((("to",), WISHED),),
    "hoping": ((("to",), WISHED),),
    "wish": ((("to",), WISHED),),
    "plan": ((("to",), PLANNED), (("on",), PLANNED)),
    "plans": ((("to",), PLANNED), (("on",), PLANNED)),
    "planning": ((("to",), PLANNED), (("on",), PLANNED)),
    "thinking": ((("of",), PLANNED), (("about",), PLANNED)),
    "considering": (((), PLANNED),),
    "contemplating": (((), PLANNED),),
    "dream": ((("of",), WISHED), (("about",), WISHED)),
    "dreaming": ((("of",), WISHED), (("about",), WISHED)),
    "intend": ((("to",), PLANNED),),
    "intending": ((("to",), PLANNED),),
    "looking": ((("to",), PLANNED), (("forward", "to"), PLANNED), (("into",), PLANNED)),
    "decided": ((("to",), PLANNED), (("on",), PLANNED)),
    "trying": ((("to",), PLANNED),),
    "try": ((("to",), PLANNED),),
    "tempted": ((("to",), WISHED),),
    "need": ((("to", "move"), PLANNED),),
    "happen": ((("to",), 0),),
    "tend": ((("to",), 0),),
    "sort": ((("of",), 0),),
    "kind": ((("of",), 0),),
    "these": ((("days",), CHANGE),),
    "right": ((("now",), CHANGE),),
    "at": ((("present",), CHANGE), (("the", "moment"), CHANGE)),
    "as": ((("well",), 0), (("of", "today"), CHANGE), (("of", "now"), CHANGE)),
    "in": ((("fact",), CHANGE),),
    "gave": ((("up",), NOT | ENDS),),
    "given": ((("up",), NOT | ENDS),),
    "stopped": (((), NOT | ENDS),),
    "quit": (((), NOT | ENDS),),
    "ceased": ((("to",), NOT | ENDS), ((), NOT | ENDS)),
    "started": ((("to",), CHANGE), ((), CHANGE)),
    "starting": ((("to",), CHANGE),),
    "began": ((("to",), CHANGE), ((), CHANGE)),
    "begun": ((("to",), CHANGE), ((), CHANGE)),
    "grown": ((("to",), CHANGE),),
    "learned": ((("to",), CHANGE),),
    "learnt": ((("to",), CHANGE),),
    "come": ((("to",), CHANGE),),
    "came": ((("to",), CHANGE),),
    "turned": ((("out", "to", "be"), CHANGE | BE), (("into",), CHANGE | BE)),
    "turn": ((("out", "to", "be"), CHANGE | BE),),
    "gone": ((("back", "to", "being"), CHANGE | BE),),
    "became": (((), CHANGE | BE),),
    "become": (((), CHANGE | BE),),
    "becoming": (((), PLANNED | BE),),
    "turning": (((), PLANNED | BE),),
    "seem": ((("to",), HEDGED),),
    "seems": ((("to",), HEDGED),),
    "supposed": ((("to", "be"), HEDGED | BE),),
}

BEFORE_VERBS = frozenset(
    ("to", "on", "of", "about", "into")
)  # what a phrase ends with that leads to a new verb

CHAIN_ENDS = frozenset(
    ("longer", "to", "up", "stopped", "quit", "started", "began", "moment", "days", "of", "present")
)

# adjectives between a possessive and its noun
NOUN_MARKS: dict[str, int] = {
    **dict.fromkeys(("new", "current", "latest", "updated", "correct", "actual", "real", "right"), CHANGE),
    **dict.fromkeys(("old", "former", "previous", "ex"), PAST),
    **dict.fromkeys(("next", "future", "upcoming", "dream", "ideal"), PLANNED),
    **dict.fromkeys(("own", "main", "only", "full", "exact", "usual", "personal", "present"), 0),
}
NOUN_MARKS["present"] = CHANGE

USER_WORDS = frozenset({"i", "we"})
THIRD_WORDS = frozenset({"he", "she"})
OTHER_WORDS = word_set(
    "you they it this that there these those who which everyone everybody someone"
    " somebody nobody people anyone"
    " anybody one noone folks"
)
POSSESSIVES = {
    "my": True,
    "our": True,
    "the": True,
    "his": False,
    "her": False,
    "their": False,
    "your": False,
}

PAST_VERBS = word_set("told said went got left met gave took made came saw felt knew found thinks says works")
APPENDED = word_set("living based working born allergic aged with from")
CHANGING = word_set(
    "change lower raise set update increase cut make drop switch move keep reduce correct edit adjust"
)
NO_NOUNS = frozenset(CHAIN) | POSSESSIVES.keys() | word_set("i you he she it we they a an in on at of for"
                                                            " to from by with about that this if and or"
                                                            " but so because think know"
    " said says like love hate than as into like see")  # fmt: skip

# a clause may begin after one of these
BREAKS = word_set(', ; : - – — ( ) . ! ? … / * " > • ~')
JOINTS = word_set(
    "n and but or so then because since as though although plus while whereas yet also cause cuz"
)
CAUSES = word_set("because since as cause cuz although though")
IFS = word_set(
    "if unless suppose supposing assuming assume imagine pretend pretending provided hypothetically"
)
FILLERS = word_set(
    "hi hello hey hiya well ok okay oh um uh hmm btw fyi yes yeah yep no nope sure thanks"
    " lol haha please anyway"
    " afaik tbh honestly look listen actually right now sorry wait oops today yesterday tomorrow tonight"
    " correction update typo edit psst yo note ps still and"
)
SUBORDINATORS = word_set(
    "that think thinks thought guess believe know hope wish said says say told tell"
    " mean meant if whether where when"
    " once until before after till suppose assuming unless imagine since because maybe perhaps probably"
    " you me"
    " mention remember course currently these"
)
CLAUSE_STARTS = BREAKS | JOINTS | FILLERS | SUBORDINATORS | IFS
AUXILIARIES = word_set("do does did am is are was were have has had can could will would should might")
QUESTION_WORDS = word_set("what where who whom whose which how why when")

PEOPLE = word_set(
    "mother mom mum mommy mummy mama ma father dad daddy papa pa parents parent sister"
    " brother sis bro siblings"
    " sibling son daughter sons daughters kid kids child children baby wife husband hubby partner girlfriend"
    " boyfriend gf bf fiance fiancé fiancee fiancée spouse friend friends buddy mate pal bestie bff colleague"
    " colleagues coworker coworkers co-worker boss manager supervisor neighbour neighbor neighbours neighbors"
    " roommate roomie roommates flatmate flatmates housemate uncle aunt auntie cousin cousins nephew niece"
    " grandma grandpa grandmother grandfather granny nan nana grandad granddad grandson granddaughter"
    " mother-in-law father-in-law brother-in-law sister-in-law in-laws stepmother stepfather stepson"
    " stepdaughter"
    " stepsister stepbrother half-sister half-brother teacher doctor dentist landlord landlady ex ex-wife"
    " ex-husband teammate classmate client customer assistant secretary professor prof tutor mentor coach"
    " trainer therapist lawyer accountant agent guy girl man woman lady family team twin twins dog cat puppy"
    " godfather godmother intern student employee barber hairdresser nurse cleaner nanny"
)
PEOPLE_ADJECTIVES = word_set(
    "best older elder younger little big twin late old good new ex step other"
    " dear oldest youngest eldest two three"
    " four close dearest great first second former lovely childhood school college work upstairs downstairs"
    " next-door middle baby adopted current only half"
)
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
