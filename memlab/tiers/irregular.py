"""English forms that no stemmer joins: bought is buy, children are child."""

from __future__ import annotations

_FORMS = """
be am is are was were been being
become became
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
child children
choose chose chosen
come came
deal dealt
die dying
do did done does
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feel felt
feed fed
fight fought
find found
fly flew flown
foot feet
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go goes went gone
grow grew grown
have has had
hear heard
hide hid hidden
hold held
keep kept
knife knives
know knew known
lead led
learn learnt
leave left
lend lent
lie lying
life lives
lose lost
make made
man men
mean meant
meet met
mouse mice
pay paid
person people
ride rode ridden
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shoot shot
sing sang sung
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
swear swore sworn
swim swam swum
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tooth teeth
understand understood
wake woke woken
wear wore worn
wife wives
win won
woman women
write wrote written
can can't cannot
will won't
shall shan't
"""

IRREGULAR: dict[str, str] = {
    form: line.split()[0] for line in _FORMS.splitlines() for form in line.split()[1:]
}
"""An irregular form -> the word that it is a form of."""
