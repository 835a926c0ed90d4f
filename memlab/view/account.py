"""The token account of a conversation: what each message costs with its whole history, and rebuilt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memlab import checks
from memlab.view.picture import Picture, counted, number, table
from memlab.view.svg import DEAD, KEPT, LINE, MARGIN, MUTED, WIDTH, Canvas, measure

HEIGHT, LEFT = 170.0, MARGIN + 52.0
FIELDS = ("full_history", "context")


def token_account(accounts: Sequence[Mapping[str, float]]) -> Picture:
    """Two bars a message: the whole history so far as the prompt, and the context that was rebuilt.

    `accounts` are the "tokens" of what `process_message` returned, in order; of each, "full_history" and
    "context" are read. ValueError for what is no number from 0 up.

    >>> token_account([{"full_history": 20, "context": 90}, {"full_history": 400, "context": 210}])
    2 messages: 420 tokens with history, 300 rebuilt; less from message 2 on
    message  history  rebuilt  saved
          1       20       90    -70
          2      400      210    190
    """
    chart = _Account(accounts)
    canvas = Canvas(chart.title)
    if chart.rows:
        chart.draw(canvas)
    canvas.legend((DEAD, "the whole history as the prompt"), (KEPT, "the rebuilt context"))
    return canvas.picture(f"Two bars for each message. {chart.title}.", chart.text)


class _Account:
    """The numbers, their words, and where they lie on the card."""

    def __init__(self, accounts: Sequence[Mapping[str, float]]) -> None:
        self.rows = [_row(n, account) for n, account in enumerate(accounts)]
        self.most = max((max(row) for row in self.rows), default=1) or 1
        self.step = (WIDTH - MARGIN - LEFT) / max(len(self.rows), 1)

    @property
    def title(self) -> str:
        history, rebuilt = (number(sum(row[n] for row in self.rows)) for n in (0, 1))
        sums = f"{history} tokens with history, {rebuilt} rebuilt"
        return f"{counted(len(self.rows), 'message')}: {sums}{self._turn()}"

    def _turn(self) -> str:
        """From which message on the rebuilt one is always less."""
        more = [n for n, (history, rebuilt) in enumerate(self.rows, start=1) if rebuilt >= history]
        first = more[-1] + 1 if more else 1
        if first > len(self.rows):
            return "; not less" if self.rows else ""
        return f"; less from message {first} on"

    @property
    def text(self) -> str:
        header = ["message", "history", "rebuilt", "saved"]
        rows = [[n, *row, row[0] - row[1]] for n, row in enumerate(self.rows, start=1)]
        return table(self.title, header, rows)

    def draw(self, canvas: Canvas) -> None:
        """The bars, a number at the highest place of the scale, and the messages in order."""
        top, bottom = canvas.y + LINE, canvas.y + LINE + HEIGHT
        for place in (self.most, self.most / 2, 0):
            y = bottom - HEIGHT * place / self.most
            canvas.line(LEFT - 4, y, WIDTH - MARGIN, y)
            canvas.text(LEFT - 8, y + 4.5, number(round(place)), fill=MUTED, text_anchor="end")
        canvas.text(LEFT - 8, top - 10, "tokens", fill=MUTED, text_anchor="end")
        for n, row in enumerate(self.rows):
            self._bars(canvas, n, row, bottom)
        canvas.y = bottom + LINE + 8

    def _bars(self, canvas: Canvas, n: int, row: tuple[float, float], bottom: float) -> None:
        width, edge = self.step * 0.42, {"rx": 0, "stroke_width": 1.0 if self.step > 8 else 0}
        tip = f"message {n + 1}: {number(row[0])} with the whole history, {number(row[1])} rebuilt"
        for side, (tokens, mark) in enumerate(zip(row, (DEAD, KEPT), strict=True)):
            height = HEIGHT * tokens / self.most
            if height > 0:
                canvas.box(
                    LEFT + n * self.step + side * width, bottom - height, width, height, mark, tip, **edge
                )
        every = -(-measure(f"{len(self.rows)} ") // self.step)  # names that would overlap are left out
        if n % max(every, 1) == 0:
            canvas.text(LEFT + n * self.step + width, bottom + LINE, n + 1, fill=MUTED, text_anchor="middle")


def _row(n: int, account: Mapping[str, float]) -> tuple[float, float]:
    history, context = (checks.number(f"accounts[{n}][{f!r}]", account[f], 0, checks.HUGE) for f in FIELDS)
    return history, context
