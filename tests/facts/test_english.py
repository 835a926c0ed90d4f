"""English sentences: what is read in them, with its subject, its mood, its time and its place; and what is not."""

from __future__ import annotations

import pytest

from memlab.facts import RULES, FactBook, FactError, Rule, check_examples
from memlab.facts.english import EXAMPLES, PATTERNS, compile_pattern
from memlab.facts.english.keys import keys
from memlab.facts.reading import extract, read


def facts(text, context=()):
    """The facts of a text: "entity.attribute=value", "!" before a denial, "~" for the past, ">" for a plan."""
    return [_shown(c) for c in extract(text, context=context)]


def _shown(c):
    tense = {"past": "~", "planned": ">"}.get(c.time.tense, "")
    entity = "" if c.entity == "user" else f"{c.entity}."
    return f"{tense}{'' if c.polarity else '!'}{entity}{c.attribute}={c.value}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I'm Tom, I live in Leeds and my budget is £900.", ["name=Tom", "city=Leeds", "budget=£900"]),
        ("i live in new york btw and work at google", ["city=new york", "employer=google"]),
        ("Live in Leeds, work at Bosch", ["city=Leeds", "employer=Bosch"]),
        ("I work at Bosch as an engineer.", ["employer=Bosch", "job=engineer"]),
        ("I'm a data analyst at Siemens.", ["employer=Siemens", "job=data analyst"]),
        ("I'm a 34-year-old nurse.", ["age=34", "job=nurse"]),
        ("I live in Frankfurt am Main.", ["city=Frankfurt am Main"]),
        ("I live in a small flat in Brighton.", ["city=Brighton"]),
        ("I moved to Munich last month.", ["city=Munich"]),
        ("I'm allergic to nuts, eggs and milk.", ["allergy=nuts", "allergy=eggs", "allergy=milk"]),
        ("I love sushi and hate olives.", ["likes=sushi", "dislikes=olives"]),
        ("I prefer tea to coffee.", ["likes=tea"]),
        ("I need to finish the report and the slides.", ["task=report", "task=slides"]),
        ("I need to buy milk, eggs and bread.", ["task=buy milk, eggs and bread"]),
        ("The grant proposal's deadline is 30 June.", ["grant proposal.deadline=30 June"]),
        ("Deliver it to 12 Elm Grove, Leeds, please.", ["address=12 Elm Grove, Leeds"]),
        ("Can you reply in Danish?", ["reply_language=Danish"]),
        ("could u answer in french from now on pls", ["reply_language=french"]),
        ("I moved to Lewes in 2021.", ["city=Lewes"]),
        ("I live in derby w my cat", ["city=derby"]),
        ("I live in The Hague.", ["city=The Hague"]),
        ("I moved to Ft. Worth last year.", ["city=Ft. Worth"]),
        ("I live at 5 St. John Rd, York.", ["address=5 St. John Rd, York"]),
        ("I'm allergic to kiwi and to amoxicillin.", ["allergy=kiwi", "allergy=amoxicillin"]),
        ("I can't eat shellfish, I'm allergic", ["allergy=shellfish"]),
        ("The budget I have is 80 euros.", ["budget=80 euros"]),
        ("I've been with Acorn Bank for 6 years.", ["employer=Acorn Bank"]),
        ('My order number is "HS-4451".', ["order_id=HS-4451"]),
        ("Order number DD-31 and order number DD-32.", ["order_id=DD-31", "order_id=DD-32"]),
        ("Can you track it? It's my order, number 4471902", ["order_id=4471902"]),
        ("My favorite color is teal.", ["favourite_colour=teal"]),
        ("I love tea, coffee not so much", ["likes=tea"]),
        ("It's my birthday on June 9th", ["birthday=June 9th"]),
    ],
)
def test_statements_are_read_up_to_where_their_values_end(text, found):
    assert sorted(facts(text)) == sorted(found)


@pytest.mark.parametrize(
    "text",
    [
        "I'm tired.",
        "I'm in Paris for a week.",
        "I'm a bit lost",
        "I'm Italian.",
        "I work from home.",
        "I live in fear of spiders.",
        "Call me later.",
        "Call me a taxi.",
        "Never mind.",
        "Never been to Rome.",
        "don't worry about it",
        "Find me a bakery.",
        "I need a plumber.",
        "I love you",
        "I like your answer.",
        "My job is boring.",
        "My email is full.",
        "The flat costs 900 euros.",
        "I speak French.",
        "What's my budget again?",
        "Tell Ann that I love her.",
        "I moved the meeting to Monday.",
        "The baby is due in June.",
        "Vegan recipes, please.",
        "I'm allergic to mornings.",
        "I turned 3 pages.",
        "I work with Python a lot.",
        "My job is at risk.",
        "Contact support at help@example.com for help.",
    ],
)
def test_small_talk_and_requests_say_nothing(text):
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("Do I live in Leeds?", "asked"),
        ("I live in Leeds, don't I?", "asked"),
        ("Have I ever told you that I live in Leeds?", "asked"),
        ("What would it cost if I lived in Leeds?", "supposed"),
        ("Suppose I live in Leeds, is that far?", "supposed"),
        ("I wish I lived in Leeds.", "wished"),
        ("My sister says I live in Leeds.", "quoted"),
        ("I think I live in Leeds.", "hedged"),
        ("I live in Leeds, I think.", "hedged"),
        ("I might live in Leeds.", "hedged"),
        ("I'm not sure whether I live in Leeds.", "hedged"),
        ("As I said, I live in Leeds.", "stated"),
        ("I told you I live in Leeds!", "stated"),
        ("I live in Leeds, can you find a plumber?", "stated"),
        ("Can you find a plumber, I live in Leeds?", "stated"),
        ("Since I live in Leeds, which train is best?", "stated"),
        ("If you need it, I live in Leeds.", "stated"),
        ("Can you find a plumber, as I live in Leeds?", "stated"),
        ("Is that far because I live in Leeds?", "stated"),
        ("I'd love to live in Leeds.", "supposed"),
    ],
)
def test_what_stands_around_a_statement_gives_it_its_mood(text, mood):
    found = [c for c in read(text) if c.attribute == "city"]
    assert [(c.value, c.mood) for c in found] == [("Leeds", mood)]
    assert (found[0].confidence < 0.75) == (mood == "hedged")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I used to live in Boston.", ["~city=Boston"]),
        ("I worked at Nokia until 2020.", ["~employer=Nokia"]),
        ("In 2019 I lived in Madrid.", ["~city=Madrid"]),
        ("My old number was 555-0100.", ["~phone=555-0100"]),
        ("I'm moving to Rome next year.", [">city=Rome"]),
        ("I'm going to relocate to Turin.", [">city=Turin"]),
        ("I've lived in Bonn for years.", ["city=Bonn"]),
        ("I was never allergic to hazelnuts.", ["!allergy=hazelnuts"]),
    ],
)
def test_the_verb_tells_the_time(text, found):
    assert facts(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My sister lives in Nice.", ["sister.city=Nice"]),
        ("My friend Tom lives in Ghent and works at Sony.", ["Tom.city=Ghent", "Tom.employer=Sony"]),
        ("Ann is allergic to nuts.", ["Ann.allergy=nuts"]),
        ("Ann's email is ann@example.com", ["Ann.email=ann@example.com"]),
        ("My boss is nice. He lives in Rome.", ["boss.city=Rome"]),
        (
            "My parents' budget is 5000 euros, mine is 1500 euros.",
            ["parents.budget=5000 euros", "budget=1500 euros"],
        ),
        ("My wife and I live in Oslo.", ["city=Oslo"]),
        ("Me and my brother both work at Acme.", ["employer=Acme"]),
        ("I have a friend living in Rome.", []),
        ("Nobody calls me Freddy.", []),
    ],
)
def test_other_people_are_entities_of_their_own(text, found):
    assert facts(text) == found


@pytest.mark.parametrize(
    ("text", "polarity", "ends", "change"),
    [
        ("I live in Leeds.", True, False, False),
        ("I live in Leeds now.", True, False, True),
        ("These days I call Leeds home.", True, False, True),
        ("I've just moved to Leeds.", True, False, True),
        ("Actually I live in Leeds.", True, False, True),
        ("I don't live in Leeds.", False, False, False),
        ("I don't live in Leeds any more.", False, True, False),
        ("I no longer live in Leeds.", False, True, False),
        ("I moved out of Leeds.", False, True, False),
    ],
)
def test_denials_ends_and_changes_are_told_apart(text, polarity, ends, change):
    (city,) = (c for c in read(text) if c.attribute == "city")
    assert (city.value, city.polarity, city.ends, city.change) == ("Leeds", polarity, ends, change)


@pytest.mark.parametrize(
    "before",
    [
        "Sorry for the late reply.",
        "Sorry, one more thing:",
        "I have a new laptop and",
        "I left my umbrella on the train.",
        "I changed the oil today.",
        "New question:",
        "My new phone is great.",
        "I quit smoking.",
    ],
)
def test_a_change_of_something_else_is_no_change_of_the_statement(before):
    (city,) = (c for c in read(f"{before} I live in Leeds.") if c.attribute == "city")
    assert not city.change


@pytest.mark.parametrize(
    "before", ["Sorry, typo.", "We packed the van and", "I got a new flat:", "No, wait,", "Since Tuesday"]
)
def test_a_change_of_the_same_matter_is_one_of_the_statement(before):
    (city,) = (c for c in read(f"{before} I live in Leeds.") if c.attribute == "city")
    assert city.change


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My sister's essay is due Monday.", ["sister.deadline=Monday"]),
        ("Her thesis is due in May.", ["her.deadline=May"]),
        ("The grant's deadline is 3 May.", ["grant.deadline=3 May"]),
    ],
)
def test_what_others_have_to_hand_in_is_theirs(text, found):
    assert facts(text) == found


@pytest.mark.parametrize(
    "text", ["I haven't moved to Rome.", "I haven't finished the report.", "I never left Bosch."]
)
def test_what_did_not_happen_changes_nothing(text):
    assert facts(text) == []


@pytest.mark.parametrize(
    ("before", "said", "found", "old"),
    [
        ("I live in Porto.", "Sorry, I meant Lisbon.", "city=Lisbon", ""),
        ("I live in Porto.", "Not Porto, Lisbon.", "city=Lisbon", "Porto"),
        ("I live in Lisobn", "*Lisbon", "city=Lisbon", ""),
        ("My budget is £900.", "make that £1200", "budget=£1200", ""),
        ("I work at Siemens.", "it's Bosch now", "employer=Bosch", ""),
        (
            "Email me at a@example.com.",
            "I don't use that any more, it's b@example.com now",
            "email=b@example.com",
            "",
        ),
        ("I'm allergic to nuts.", "Sorry, I meant eggs.", "allergy=eggs", "nuts"),
        ("My sister lives in Nice.", "Sorry, I meant Lyon.", "sister.city=Lyon", ""),
        ("I live in Oslo.", "it's Bergen actually", "city=Bergen", ""),
        ("My cell's 555-0111.", "that sim died, its 555-0177 now", "phone=555-0177", ""),
        ("I work for Lumen Dairy.", "I switched to Oakfield Dairy weeks ago", "employer=Oakfield Dairy", ""),
        ("The essay is due Wednesday.", "They gave us until Friday", "essay.deadline=Friday", ""),
        (
            "Project Falcon is due 9 June.",
            "Falcon was moved to 16 June",
            "project falcon.deadline=16 June",
            "",
        ),
    ],
)
def test_a_correction_takes_its_attribute_from_the_words_before(before, said, found, old):
    (made,) = extract(said, context=[before])
    assert (_shown(made), made.change, made.replaces) == (found, True, old)


@pytest.mark.parametrize(
    "said",
    [
        "No problem.",
        "No, thanks.",
        "Sorry for the delay!",
        "Actually, never mind.",
        "It's great.",
        "Rome is lovely.",
        "It's Rome that I miss.",
        "I'm just tired.",
        "It's cold now.",
        "Sorry, I meant no offence.",
        "I switched to Firefox yesterday.",
    ],
)
def test_not_every_sorry_corrects(said):
    assert facts(said, ["I live in Porto."]) == []


@pytest.mark.parametrize(
    ("question", "said", "found"),
    [
        ("Where do you live?", "In Lisbon, since May.", ["city=Lisbon"]),
        ("Do you still live in Porto?", "yes, still Porto", ["city=Porto"]),
        ("Do you live in Madrid?", "No, Seville.", ["!city=Madrid", "city=Seville"]),
        ("Do you still work at Trellis?", "No, not since March.", ["!employer=Trellis"]),
        ("Are you allergic to anything?", "nope", []),
        ("Who do you work for?", "umm a company called Redthorn Events", ["employer=Redthorn Events"]),
        ("What's your budget?", "not more than 250 euros all in", ["budget=250 euros"]),
        (
            "Your order number and email?",
            "sure, LN-60412 and its m@example.com",
            ["order_id=LN-60412", "email=m@example.com"],
        ),
        ("Shall I book it?", "yes please", []),
    ],
)
def test_an_answer_is_read_with_its_question(question, said, found):
    assert facts(said, [("assistant", question)]) == found


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("Forget my address.", ["address"]),
        ("Can you delete my email and phone number?", ["email", "phone"]),
        ("Don't remember my birthday, please.", ["birthday"]),
        ("forget where i live", ["city"]),
        ("forget my favorite color", ["favourite_colour"]),
        ("Forget what I like.", ["likes"]),
    ],
)
def test_orders_to_forget_name_the_attribute(text, attributes):
    found = extract(text)
    assert [c.attribute for c in found] == attributes
    assert all(c.forgets and c.ends and not c.polarity and c.value == "" for c in found)


@pytest.mark.parametrize("text", ["Don't forget my birthday.", "I forgot my email password."])
def test_not_every_forget_is_an_order_to_forget(text):
    assert facts(text) == []


def test_a_liking_has_two_poles():
    assert facts("I don't like jazz.") == ["dislikes=jazz"]
    assert facts("I no longer like jazz.") == ["!likes=jazz"]
    assert facts("I don't like jazz any more.") == ["!likes=jazz", "dislikes=jazz"]
    assert facts("I used to love jazz but now I hate it.") == ["~likes=jazz", "dislikes=jazz"]


def test_the_special_reading_of_words_goes_before_the_general_one():
    assert facts("Please answer in French from now on.") == ["reply_language=French"]
    assert facts("I prefer replies in Dutch.") == ["reply_language=Dutch"]
    assert facts("From now on, never use slang.") == ["instruction=From now on, never use slang"]


def test_a_wish_to_do_is_no_liking():
    assert [c.attribute for c in read("I'd love to live in Leeds.")] == ["city"]


def test_a_task_is_done_in_other_words():
    assert facts("I called mum.", ["I need to call mum."]) == ["!task=call mum"]
    assert facts("I haven't called mum.", ["I need to call mum."]) == []
    assert facts("I called mum.") == []
    assert facts("It's done.", ["I need to finish the report."]) == ["!task=report"]


def test_the_span_is_that_of_the_value():
    text = "oh and – I live in Leeds now"
    (city,) = extract(text)
    assert text[slice(*city.span)] == "Leeds"


def test_every_attribute_has_patterns_and_examples_that_hold():
    assert set(PATTERNS) == set(EXAMPLES) == set(RULES)
    assert check_examples(RULES) == []


def test_a_pattern_of_ones_own_reads_with_subject_and_mood():
    pet = Rule("pet", patterns=["{who} have a (?:dog|cat) called {value}"], form="person", many=True)
    rules = RULES.with_(pet)
    found = [(c.value, c.mood) for c in read("I have a dog called Rex.", rules=rules) if c.attribute == "pet"]
    assert found == [("Rex", "stated")]
    wished = read("I wish I have a dog called Rex.", rules=rules)
    assert [c.mood for c in wished if c.attribute == "pet"] == ["wished"]


def test_a_pattern_that_is_none_is_refused_with_its_text():
    with pytest.raises(FactError, match=r"pattern: .*\(oops.* of pet"):
        compile_pattern(Rule("pet"), "{who} (oops {value}")


def test_every_pattern_matches_only_texts_with_one_of_its_keys():
    assert keys("(?:live|reside)s? in {value}") == {"liv", "res"}
    assert keys("(?:really )?like {value}") == {"lik"}
    assert keys("(?:[a-z]+|like) {value}") == frozenset()
    assert keys("e-?mail {value}") == frozenset()


@pytest.mark.parametrize(
    "piece", ["my name is ", "I love a and ", "is my budget, ", "the report is done and ", "Ann's "]
)
def test_a_sentence_without_an_end_is_read(piece):
    assert isinstance(read(piece * 2_000), list)


def after(*turns):
    """A book that heard the user say these turns."""
    book = FactBook("t")
    for n, text in enumerate(turns):
        book.hear(text, at=60 * n)
    return book


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My doctor says I'm allergic to latex.", ["allergy=latex"]),
        ("My doctor told me that I am allergic to bees.", ["allergy=bees"]),
        ("The GP confirmed I'm allergic to sulfa drugs.", ["allergy=sulfa drugs"]),
        ("Dr. Lee said I'm allergic to soy", ["allergy=soy"]),
        ("A blood test showed that I'm allergic to soy.", ["allergy=soy"]),
        ("My sister says I'm allergic to work.", []),
        ("My doctor says I live in Rome.", []),
        ("My doctor says she's allergic to latex.", []),
        ("If my doctor says I'm allergic to latex, what then?", []),
    ],
)
def test_an_allergy_that_a_doctor_found_is_the_users(text, found):
    told = [c for c in extract(text) if c.is_fact and c.mood == "stated" and c.entity == "user"]
    assert [_shown(c) for c in told] == found


@pytest.mark.parametrize(
    ("allergy", "denial"),
    [
        ("I can't eat shellfish, I'm allergic.", "Doctor says I'm not allergic to shellfish after all."),
        ("I am allergic to penicillin.", "Ignore what I said about penicillin, I'm not allergic."),
        ("I am allergic to penicillin.", "Never mind what I told you about penicillin."),
        ("I'm allergic to cats.", "I don't react to cats any more, I'm not allergic to them now"),
        ("I'm allergic to cats.", "I no longer react to cats."),
        ("I'm allergic to shellfish.", "I was wrong about shellfish, I can eat it"),
        ("I'm allergic to shellfish.", "I can eat shellfish now"),
        ("I'm allergic to nuts.", "Actually it turns out I'm not allergic after all"),
    ],
)
def test_an_allergy_that_is_taken_back_in_other_words_is_held(allergy, denial):
    before, book = after(allergy), after(allergy, denial)
    assert book.values("allergy") == before.values("allergy") != []
    assert [p.attribute for p in book.pending()] == ["allergy"]


@pytest.mark.parametrize(
    ("allergy", "text"),
    [
        ("I'm allergic to milk.", "I can drink oat milk"),
        ("I'm allergic to nuts.", "I can eat nut-free cake"),
        ("I'm allergic to nuts.", "Can I eat nuts now?"),
        ("I'm allergic to nuts.", "I think I'm not allergic to them any more"),
        ("I'm allergic to nuts.", "My brother says I'm not allergic."),
        ("I'm allergic to nuts.", "I can eat nuts only if they are roasted"),
        ("I'm allergic to nuts.", "There are bees in here, good thing I'm not allergic to them!"),
        ("I love cats.", "I don't react to cats any more"),
    ],
)
def test_what_takes_no_allergy_back_leaves_nothing_to_confirm(allergy, text):
    assert after(allergy, text).pending() == []


@pytest.mark.parametrize(
    ("turns", "attribute", "values"),
    [
        (["I work at HSBC.", "I switched to BP in March."], "employer", ["BP"]),
        (["I live in Porto.", "I'm not in Porto any more."], "city", []),
        (["I live in Cork.", "i'm no longer in cork"], "city", []),
        (["I live in Cork.", "I'm not in Cork this week."], "city", ["Cork"]),
        (["My name is Rosalind.", "Please call me Rosa instead."], "name", ["Rosa"]),
        (["My name is Rosalind.", "call me Rosa from now on"], "name", ["Rosa"]),
        (["Hi, this is Dana, I'm calling about my order."], "name", ["Dana"]),
        (["This is Dana Kerr calling to cancel."], "name", ["Dana Kerr"]),
        (["This is great, I'm writing about it"], "name", []),
        (["I live in Rome", "I said I live in Rome, but I meant Paris"], "city", ["Paris"]),
        (["I live in Rome", "I wrote Rome but meant Milan."], "city", ["Milan"]),
        (["it's everywhere in our fridge"], "name", []),
        (["Budget is around £500, no more than 600"], "budget", ["£500"]),
        (["I work at Ernst & Young in Berlin"], "employer", ["Ernst & Young"]),
        (["My name is Rob`"], "name", ["Rob"]),
        (["I'm `Rob`"], "age", []),
        (["I was wrong about shellfish, I can eat it"], "allergy", []),
    ],
)
def test_what_is_in_force_after_a_change(turns, attribute, values):
    book = after(*turns)
    assert (book.values(attribute), book.pending()) == (values, [])


def test_a_city_from_next_june_on_is_a_plan():
    asked = [("assistant", "Where do you live?")]
    assert facts("York in June", asked) == [">city=York"]
    assert facts("York, since June", asked) == ["city=York"]
    assert facts("I'm moving to York in June") == [">city=York"]


@pytest.mark.parametrize("order", ["Forget everything about me", "Can you delete all my data?"])
def test_all_that_is_known_can_be_forgotten(order):
    book = after("I'm allergic to nuts. I live in Rome. My favourite colour is teal.", order)
    assert book.facts() == book.pending() == []


@pytest.mark.parametrize("text", ["Did you forget everything about me?", "Don't forget everything about me!"])
def test_a_complaint_that_all_was_forgotten_forgets_nothing(text):
    assert after("I live in Rome.", text).values("city") == ["Rome"]


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("Actually, I live in Rome.", "Actually, I live in Rome"),
        ("I live in Rome now.", "I live in Rome now"),
        ("I don't work at Bosch any more.", "I don't work at Bosch any more"),
        ("My budget is no more than £600.", "My budget is no more than £600"),
        ("I live in Rome, I mean Paris.", "I mean Paris"),
    ],
)
def test_a_clause_has_the_words_that_make_it_a_change_or_an_end(text, clause):
    start, end = extract(text)[-1].clause
    assert text[start:end] == clause
