"""The widgets of chapter 10: every control at its ends, alone and together, and back."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab import widgets
from memlab.tiers.scale.capacity import Assumptions
from memlab.tiers.scale.interleaving import RIVALS, WAYS, orders
from memlab.widgets import explorer

ALL = [
    widgets.CapacityPlan,
    widgets.RaceExplorer,
    widgets.RetryExplorer,
    widgets.RoundTripExplorer,
    widgets.SlotExplorer,
]


@pytest.fixture(params=ALL, ids=lambda widget: widget.__name__)
def widget(request):
    return request.param()


def ends(control) -> list:
    if hasattr(control, "max"):
        return [control.min, control.max]
    if hasattr(control, "options"):
        values = [o[1] if isinstance(o, tuple) else o for o in control.options]
        return [values[0], values[-1]]
    return [False, True]


def test_the_static_frame_is_the_first_picture(widget):
    bundle = widget._repr_mimebundle_()
    assert bundle["image/svg+xml"] == widget.first.svg and widget.first.svg in widget.frame.value
    assert bundle["text/plain"] == repr(widget) == widget.first.text
    assert explorer.WIDGET_VIEW in bundle


def test_all_controls_at_their_ends_together(widget):
    names = list(widget._controls)
    for values in product(*(ends(widget._controls[name]) for name in names)):
        for name, value in zip(names, values, strict=True):
            widget._controls[name].value = value
        assert "<svg" in widget.frame.value and 'role="alert"' not in widget.frame.value, values
    widget.reset()
    assert widget.frame.value.endswith(widget.first.svg)


def test_every_order_of_every_way_has_its_number():
    race = widgets.RaceExplorer()
    for way, rival in product(WAYS, RIVALS):
        there = orders(way, rival)
        titles = {race._draw(way, rival, n).title.split(":")[0] for n in range(1, race.order.max + 1)}
        assert titles == {f"Order {order}" for order in there}


def test_other_trips_and_other_assumptions_are_the_start():
    assert "one call in twenty" in widgets.RoundTripExplorer({"call": 3}).first.title
    mine = widgets.CapacityPlan(Assumptions(tenants=12_345, memories=77, hot=3))
    assert mine.first.title.startswith("12,345 tenants") and "77 memories" in mine.first.text


def test_labels_are_shown_in_full(widget):
    for control in widget._controls.values():
        assert control.style.description_width == "initial" and control.layout.width
