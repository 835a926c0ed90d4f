"""English words of everyday life that stand for one another: a question has one, its answer the other.

Only a question is widened by them, at a part of the weight of its own words, as by the Chinese ones.
"""

from __future__ import annotations

from collections.abc import Mapping

from memlab.tiers.analysis import tokens_of

WEIGHT = 0.2  # of a word that stands for a question's, before its rarity

_GROUPS = """
mother mom mum mommy mama parent
father dad daddy papa parent
husband wife spouse partner
child kid son daughter baby toddler
son boy
daughter girl
grandparent grandfather grandpa grandmother grandma granny
family relative parent
relative uncle aunt cousin
sibling brother sister
girlfriend boyfriend partner date
marry wedding husband wife
pregnant expecting
born birth birthday
divorce separate
friend buddy pal
roommate flatmate
meet met introduce
colleague coworker
boss manager supervisor
employee staff hire
work job career profession occupation
quit resign leave
unemployed fired jobless
salary pay wage income
promote promotion
business company startup shop store
open launch start begin
finish complete end
stop quit
rent lease landlord
contract agreement sign
price cost
expensive cost
cheap discount sale deal
buy purchase order
spend cost pay
savings save
loan borrow lend
money fund cash financial
donate donation charity fundraiser
volunteer charity
refund return
delay postpone late
deliver delivery ship arrive
parcel package
invoice receipt
phone call number
contact phone email
address street
live home move
move relocate
house apartment home flat
city town
hometown grew
country nation abroad
bathroom toilet
doctor physician
hospital clinic doctor
sick ill illness flu fever disease
hurt injury injure pain ache
health healthy checkup
surgery operation
treatment therapy medicine
therapy counseling therapist
medicine medication pill
allergic allergy
diet weight
weight pound kilo
tall height inch
age old
exercise workout gym training run
sport game team
competition contest tournament match race
win victory prize trophy award
rank place
score grade result
hobby interest enjoy
like love enjoy
favorite love best
hate dislike
popular famous celebrity
afraid scared fear
sad upset cry depressed
happy glad excited thrilled joy
angry mad
stress relax anxiety
calm relax peaceful
beautiful gorgeous pretty stunning
big large huge
small little tiny
important matter mean
travel trip vacation journey holiday
visit trip
pet dog cat
dog puppy pup
cat kitten
adopt rescue shelter
instrument guitar piano violin drum
music song band
sing song tune
concert show gig festival
perform show concert
movie film
photo picture pic photograph photography camera
book novel read
author writer
learn study class course lesson
school college university
degree university college study major graduate
teacher professor coach
exam test
cook recipe bake
food meal dish
dinner lunch breakfast meal restaurant
restaurant cafe diner
drink coffee tea
dessert cake sweet
car vehicle truck drive
bicycle bike motorcycle
subway train metro
taxi cab
plane flight fly
hotel hostel
computer laptop pc
software app program
website site online
color colour
name call
gift present
celebrate party
die pass death
reason because
solve fix repair
damage broken break destroy ruin
problem issue trouble
challenge difficult tough
plan intend
goal aim dream hope
recent lately
currently now
past used
future someday
help support assist
recommend suggest suggestion advice
choose pick decide
think feel opinion
talk chat discuss conversation
create make build
art paint draw
hike trail mountain
outdoors nature hike camping
beach ocean sea
garden plant flower
church faith religion religious
army military soldier
"""
_OTHERS: dict[str, dict[str, None]] = {}
for _group in map(tokens_of, _GROUPS.splitlines()):
    for _word in _group:
        _OTHERS.setdefault(_word, {}).update(dict.fromkeys(w for w in _group if w != _word))


def widened(tokens: Mapping[str, float]) -> dict[str, float]:
    """Tokens that stand for those of a question (token -> weight), with their weights; linear in both.

    >>> widened({"mum": 1.0, "recent": 0.5})["mother"], widened({"recent": 0.5})
    (0.2, {'late': 0.1})
    """
    found: dict[str, float] = {}
    for token, weight in tokens.items():
        for other in _OTHERS.get(token, ()):
            found[other] = max(found.get(other, 0.0), WEIGHT * weight)
    return found
