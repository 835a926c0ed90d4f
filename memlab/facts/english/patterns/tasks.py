# ruff: noqa: E501 - one pattern a line
"""What is to be done, when it is due and how far it is, in English."""

from __future__ import annotations

_STATUS = (
    r"(?:in progress|in review|under review|on hold|on track|on schedule|behind schedule|in transit|out for delivery|up and running|done"
    r"|finished|completed|complete|ready|paused|stopped|postponed|cancelled|canceled|shipped|delivered|approved|rejected|blocked|delayed"
    r"|launched|live|archived|closed|pending|submitted|returned|refunded|lost|late|dispatched|stuck)"
)
_STATUS_END = (
    r"(?= ?(?:$|[.,;!)]|(?:now|already|and|but|so|today|yesterday|since|at|because|in|due|until|by|again)\b))"
)
_DUE_TO = r"(?:to |until |till |for |by |on )?"

PATTERNS: dict[str, tuple[str, ...]] = {
    "task": (
        r"{who} (?:also |still |really |only |just |first |urgently |definitely |absolutely )*(?:need|needs|have|has|'ve got|have got|has got|ought|(?P<past>needed|had))(?: also| still| urgently)? to (?!be\b)(?P<value>.+)",
        r"{who} (?:also |still |really |only |just |definitely )*(?:gotta|must|should) (?!be\b|have\b|say\b|admit\b|not\b)(?P<value>.+)",
        r"{who} {be} (?:supposed|meant|required|obliged) to (?!be\b)(?P<value>.+)",
        r"(?:please |pls |can (?:you|u) |could (?:you|u) |would (?:you|u) |will (?:you|u) |kindly )*(?:remind|nudge) (?:me|us)(?: [\w ]{1,25}?)? to (?P<value>.+)",
        r"(?:please |pls )?(?:don't|do not|dont) let me forget (?:to )?(?P<value>.+)",
        r"(?:i )?(?:mustn't|must not|can't|cannot|shouldn't|don't want to) forget (?:to |about )?(?P<value>.+)",
        r"(?:my |the |today's |tomorrow's |our )?(?:to-do list|todo list|to do list|to-dos|to-do|todos|todo|to do|tasks?|task list|list of things to do|agenda)(?: for (?:today|tomorrow|this week|this afternoon|the week|the weekend|\w+day))?(?: today| tomorrow| this week| this afternoon)?(?: is| are| has| includes|:| -)+ (?P<value>.+)",
        r"(?:please |pls |can (?:you|u) |could you )*(?:add|put|save|note|write down|jot down|include) (?P<value>[^.!?;]{2,120}?) (?:to|on|in|onto|as) (?:my |the |a )?(?:to-do list|todo list|to do list|todos?|to-dos?|tasks?|list|task list|agenda)\b",
        r"{who} (?:have|has|got|'ve got|have got) (?P<value>[^.!?;]{2,100}?) to (?:do|finish|complete|wrap up|get done|work on|take care of)(?= ?(?:[,.;!]|$|by\b|before\b|today\b|tomorrow\b|this\b|still\b|next\b|on\b|tonight\b))",
        r"{who} {be} (?:working on finishing|busy finishing|finishing) (?P<value>.+)",
        r"(?:remember|don't forget|note to self|reminder)(?: to|:)+ (?P<value>[^.!?;]+)",
        r"{who} (?:have )?(?:just |already |finally )*(?P<ends>finished|completed|wrapped up|finalised|finalized|handed in|got done with|ticked off|crossed off|got through|taken care of|finished off|finished with)(?: off| up)? (?P<value>.+)",
        r"{who} {be} (?:finally |now |all )?(?P<ends>done|finished|through) (?:with )(?P<value>.+)",
        r"{who} (?:have )?(?:just |already |finally )*(?P<ends>got) (?P<value>[^.!?;]{2,80}?) (?:done|finished|out of the way|sorted)\b",
        r"{thing}(?:'s|:| is| are| has been| have been| was| were| got)(?: now| finally| already| all| both)* (?P<ends>done|finished|completed?|sorted|wrapped up|out of the way|off my (?:list|plate))(?= ?(?:[,.;!]|$|and\b|but\b|now\b|so\b|at last|already|today|yesterday|too\b))",
        r"(?:scratch|remove|drop|cross off|take|strike|delete|tick off|cancel|forget about) (?P<ends>)(?P<value>[^.!?;,]{2,60}?) (?:from|off) (?:my |the )?(?:to-do list|todo list|todos?|tasks?|list|to-dos?|task list|agenda)\b",
        r"(?:there's |there is )?no need to (?P<ends>)(?P<value>.+)",
        r"{who} (?:don't|do not|no longer|dont) (?:have|need) to (?P<neg>)(?P<ends>)(?P<value>.+)",
        r"{start}(?:just |finally |already )?(?P<ends>finished|done with|completed) (?P<value>(?:the|my) .+)",
    ),
    "deadline": (
        rf"{{thing}} {{be}}(?: now| actually| already| both| all)* (?:due|needed|wanted|expected|to be (?:done|finished|handed in|submitted|delivered))(?: in| back| date is)? {_DUE_TO}{{value}}",
        rf"(?:the |my |our )?(?:(?P<new>new) )?(?:due date|deadline|cut-off|due day)(?: for| of| on| to submit| to finish) {{thing}}{{is}} {_DUE_TO}{{value}}",
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
