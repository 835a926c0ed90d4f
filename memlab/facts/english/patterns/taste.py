# ruff: noqa: E501 - one pattern a line
"""What somebody must not have, eats, likes and dislikes, in English."""

from __future__ import annotations

_LIKE = (
    r"(?:like|likes|liking|love|loves|loving|enjoy|enjoys|enjoying|adore|adores|prefer|prefers|preferring|(?:am )?digging|dig"
    r"|(?P<past>liked|loved|enjoyed|adored|preferred))"
)
_HATE = (
    r"(?:hate|hates|hating|dislike|dislikes|disliking|detest|detests|loathe|loathes|despise|despises|abhor"
    r"|can(?:no|')?t (?:stand|bear|abide|tolerate|stomach)|can not (?:stand|bear)|(?P<past>hated|disliked|detested|loathed|couldn't stand))"
)
_DIET = (
    r"(?:(?:lacto[- ]?)?(?:ovo[- ]?)?vegetarian|vegan|plant-based|plant based|pescatarian|pescetarian|flexitarian|fruitarian|omnivore"
    r"|carnivore|keto|paleo|low-carb|low carb|halal|kosher|raw food|gluten-free|gluten free|dairy-free|dairy free|sugar-free|veggie|meat-free)"
)

PATTERNS: dict[str, tuple[str, ...]] = {
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
        rf"{{who}} (?:(?:really|absolutely|also|truly|do|just|totally|quite|still|both) )*{_LIKE}(?: love| like)* {{value}}",
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
}  # fmt: skip
