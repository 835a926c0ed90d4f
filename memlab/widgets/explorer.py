"""What all widgets share: controls over one picture, a reset button, errors inside, a static first frame."""

from __future__ import annotations

import html
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import ipywidgets
from IPython.display import display

from memlab.view import Picture
from memlab.widgets.keyboard import KEYBOARD

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
SLIDERS = (ipywidgets.IntSlider, ipywidgets.FloatSlider, ipywidgets.SelectionSlider)
WIDE = {"description_width": "initial"}
# While the live widget is there it takes the place of the static frame, which is the output just before it.
STYLE = (
    "<style>.jp-OutputArea-child:has(+ .jp-OutputArea-child .memlab-explorer){display:none}"
    f".memlab-explorer .widget-html-content{{line-height:normal}}</style>{KEYBOARD}"
)


class Explorer(ipywidgets.VBox):
    """Controls by name above the picture that `draw(**their values)` returns.

    `first` is the picture at the start. Displayed, an explorer publishes two outputs: that picture, which
    reads without a kernel and in every viewer, and the live widget. Its repr is the text form of `first`.

    >>> from memlab.view import correspondence
    >>> Explorer(lambda size: correspondence(), {"size": ipywidgets.IntSlider()}).first.title
    'A conversation is a program, a memory is a variable'
    """

    _quiet = False  # while more is about to move, for the refresh of those whose controls move others

    def __init__(
        self, draw: Callable[..., Picture], controls: Mapping[str, Any], buttons: tuple[Any, ...] = ()
    ) -> None:
        self._draw, self._controls = draw, dict(controls)
        self._start = {name: control.value for name, control in self._controls.items()}
        self.first = draw(**self._start)
        self.frame = ipywidgets.HTML(layout=ipywidgets.Layout(width="740px"))
        self._height = 0.0
        reset = button("Reset", "Back to the first picture", self.reset)
        for control in self._controls.values():
            control.observe(lambda _: self.refresh(), "value")
        super().__init__(self._parts(buttons, reset))
        self.add_class("memlab-explorer")
        self._show(self.first)

    def _parts(self, buttons: tuple[Any, ...], reset: Any) -> list[Any]:
        """What stands under one another: the controls in a row that wraps, the picture."""
        first, *others = self._controls.values()
        return [row(first, *buttons, *others, reset), self.frame]

    @property
    def values(self) -> dict[str, Any]:
        """The settings of the controls, by name."""
        return {name: control.value for name, control in self._controls.items()}

    def refresh(self) -> None:
        """Draw anew; an error is shown, since notebooks swallow what a callback raises."""
        try:
            self._show(self._draw(**self.values))
        except Exception as error:
            self.fail(error)

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """What is moved inside makes no picture."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def fail(self, error: Exception) -> None:
        """Show an error in the picture's place."""
        self.frame.value = STYLE + _alarm(error)

    def reset(self) -> None:
        """Every control back to where it was at first, the last one first: it may move another's range."""
        for name, control in reversed(self._controls.items()):
            control.value = self._start[name]
        self.refresh()

    def _show(self, picture: Picture) -> None:
        """The box grows with its pictures and never shrinks: what stands beneath does not jump."""
        self._height = max(self._height, picture.height)
        self.frame.layout.min_height = f"{self._height + 12:.0f}px"
        self.frame.value = STYLE + picture.svg

    def __repr__(self) -> str:
        return self.first.text

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**kwargs), **self.first._repr_mimebundle_()}

    def _ipython_display_(self) -> None:
        bundle = self._repr_mimebundle_()
        live = bundle.pop(WIDGET_VIEW)
        display(bundle, raw=True)
        display({WIDGET_VIEW: live}, raw=True)


def _alarm(error: Exception) -> str:
    trace = html.escape("".join(traceback.format_exception(error)))
    message = html.escape(f"{type(error).__name__}: {error}")
    return (
        '<div role="alert" style="background:#fff;color:#1a1a1a;border:2px solid #d55e00;padding:8px 12px">'
        f"<b>× {message}</b><details><summary>Where it happened</summary><pre>{trace}</pre></details></div>"
    )


def row(*children: Any) -> Any:
    """Widgets beside one another, in as many lines as they need."""
    layout = ipywidgets.Layout(flex_flow="row wrap", align_items="center")
    return ipywidgets.Box([_elastic(child) for child in children], layout=layout)


def _elastic(child: Any) -> Any:
    """A slider in a box that draws it anew with another range: drawn once, End leads to the range it had."""
    if not isinstance(child, SLIDERS):
        return child
    box = ipywidgets.Box([child], layout={"margin": "0", "overflow": "visible", "max_width": "100%"})
    box.layout.width, box.layout.min_height = child.layout.width, "32px"  # stays while it is drawn anew

    def renew(_: Any) -> None:
        box.children = ()
        box.children = (child,)

    child.observe(renew, [name for name in ("min", "max", "_options_labels") if child.has_trait(name)])
    return box


def button(label: str, tooltip: str, action: Callable[[], None]) -> Any:
    """A button as wide as its label."""
    made = ipywidgets.Button(description=label, tooltip=tooltip, layout=ipywidgets.Layout(width="auto"))
    made.on_click(lambda _: action())
    return made


def slider(kind: type, label: str, value: float, low: float, high: float, step: float, **more: Any) -> Any:
    """A slider whose label is shown in full and that tells its value at once."""
    layout = ipywidgets.Layout(width="320px")
    return kind(
        value=value, min=low, max=high, step=step, description=label, style=WIDE, layout=layout, **more
    )


def dropdown(label: str, options: Any, value: Any) -> Any:
    """A choice whose label is shown in full."""
    layout = ipywidgets.Layout(width="260px")
    return ipywidgets.Dropdown(options=options, value=value, description=label, style=WIDE, layout=layout)


def scale(label: str, places: Sequence[Any], value: Any, word: Callable[[Any], str]) -> Any:
    """A slider over values that are not evenly spaced; `word` says what each is called."""
    options = [(word(place), place) for place in places]
    layout = ipywidgets.Layout(width="320px")
    return ipywidgets.SelectionSlider(
        options=options, value=value, description=label, style=WIDE, layout=layout
    )


def tick(label: str, value: bool, tooltip: str = "") -> Any:
    """A box to tick, as wide as its label."""
    layout = ipywidgets.Layout(width="auto", margin="2px 14px 2px 2px")
    return ipywidgets.Checkbox(
        value=value, description=label, tooltip=tooltip, indent=False, style=WIDE, layout=layout
    )
