"""The table on which the course rests: agent memory on the left, program on the right."""

from __future__ import annotations

from memlab.view.picture import Picture, table
from memlab.view.svg import BLUE, MARGIN, MUTED, WIDTH, Canvas

TITLE = "A conversation is a program, a memory is a variable"
HEADER = ("agent memory", "program", "the question it answers")
ROWS = (
    ("context window", "registers", "how much is alive at each turn? (pressure, spills)"),
    ("long-term store", "heap", "what can still be reached? (collection)"),
    ("writing a memory", "definition", "which turn wrote it? (def set)"),
    ("using a memory to answer", "use", "which turn reads it? (use set)"),
    ("“will anyone need this again?”", "liveness", "is it alive after this turn? when is its next use?"),
    ("two values for one key", "data race", "do two definitions reach one use?"),
    ("a memory nobody ever reads", "dead store, leak", "is it alive after it was written?"),
    ("recall of what was evicted", "dangling reference", "does no definition reach this use?"),
    ("evicting", "spilling", "whose next use is farthest? (Bélády)"),
    ("how much context do I need?", "register allocation", "how many memories live at once? (interference)"),
)
COLUMNS = (MARGIN + 8, MARGIN + 220, MARGIN + 370)


def correspondence() -> Picture:
    """Ten lines that translate the words of agent memory into those of program analysis.

    >>> correspondence().title
    'A conversation is a program, a memory is a variable'
    """
    canvas = Canvas(TITLE)
    for x, word in zip(COLUMNS, HEADER, strict=True):
        canvas.text(x, canvas.y + 14, word, fill=MUTED)
    canvas.y += 22
    for row in ROWS:
        canvas.line(MARGIN, canvas.y, WIDTH - MARGIN, canvas.y)
        for x, words, ink in zip(COLUMNS, row, (None, BLUE, None), strict=True):
            canvas.text(x, canvas.y + 19, words, fill=ink, font_weight="bold" if ink else None)
        canvas.y += 28
    description = "Agent memory and program side by side: " + "; ".join(f"{a} = {b}" for a, b, _ in ROWS)
    return canvas.picture(description, table(TITLE, HEADER, ROWS))
