"""The widgets without a browser: what they show, how they move, where their errors go."""

from __future__ import annotations

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

import ipywidgets

from memlab import view, widgets
from memlab.course.story import FIVE_STATEMENTS, SERVICE_CALL
from memlab.flow import Program
from memlab.widgets import explorer, flow

ALL = [widgets.LivenessStepper, widgets.PressureExplorer, widgets.BankExplorer, widgets.DecayExplorer]


@pytest.fixture(params=ALL, ids=lambda widget: widget.__name__)
def widget(request):
    return request.param()


def controls(widget) -> list:
    return list(widget._controls.values())


def sliders(widget) -> list:
    return [c for c in controls(widget) if hasattr(c, "max")]


def extremes(control) -> list:
    return [control.min, control.max] if hasattr(control, "max") else list(control.options)


def test_the_static_frame_is_the_first_picture(widget):
    bundle = widget._repr_mimebundle_()
    assert bundle["image/svg+xml"] == widget.first.svg
    assert bundle["text/plain"] == repr(widget) == widget.first.text
    assert explorer.WIDGET_VIEW in bundle
    assert widget.first.svg in widget.frame.value


def test_it_is_displayed_as_a_picture_and_then_the_live_widget(widget, monkeypatch):
    shown = []
    monkeypatch.setattr(explorer, "display", lambda bundle, raw: shown.append(set(bundle)))
    widget._ipython_display_()
    assert shown == [{"image/svg+xml", "text/plain"}, {explorer.WIDGET_VIEW}]


def test_every_control_at_its_extremes_draws_a_picture(widget):
    for control in controls(widget):
        for value in extremes(control):
            control.value = value
            assert "<svg" in widget.frame.value and 'role="alert"' not in widget.frame.value, (control, value)


def test_moving_a_slider_draws_what_the_view_draws(widget):
    slider = sliders(widget)[0]
    slider.value = slider.min if slider.value != slider.min else slider.max
    assert widget._draw(**widget.values).svg in widget.frame.value
    assert widget.first.svg not in widget.frame.value


def test_reset_brings_the_first_picture_back(widget):
    for control in controls(widget):
        control.value = extremes(control)[-1]
    buttons = [b for b in widget.children[0].children if getattr(b, "description", "") == "Reset"]
    buttons[0].click()
    assert widget.first.svg in widget.frame.value


def test_labels_are_shown_in_full(widget):
    for control in controls(widget):
        assert control.style.description_width == "initial" and control.layout.width
        assert control.description[0].isupper() and "…" not in control.description


def test_only_core_widgets_and_one_html_value_are_used(widget):
    everything = [widget, *widget.children, *widget.children[0].children]
    assert sum(isinstance(w, ipywidgets.HTML) for w in everything) == 1
    assert all(w._model_module.startswith("@jupyter-widgets/") for w in everything)


def test_an_error_of_a_callback_is_shown_inside_and_goes_away():
    def draw(value):
        if value == 3:
            raise KeyError("<no such memory>")
        return view.correspondence()

    widget = explorer.Explorer(draw, {"value": explorer.slider(ipywidgets.IntSlider, "Value", 1, 1, 3, 1)})
    widget._controls["value"].value = 3
    assert 'role="alert"' in widget.frame.value and "&lt;no such memory&gt;" in widget.frame.value
    assert "raise KeyError" in widget.frame.value, "where it happened"
    widget._controls["value"].value = 2
    assert "<svg" in widget.frame.value and 'role="alert"' not in widget.frame.value


def test_the_box_of_the_picture_never_shrinks():
    heights = iter([10, 40, 10])
    picture = view.correspondence()

    def draw(value):
        return view.Picture(
            "t", "d", "x", picture.svg.replace(f'height="{picture.height:g}"', f'height="{next(heights)}"', 1)
        )

    widget = explorer.Explorer(draw, {"value": explorer.slider(ipywidgets.IntSlider, "Value", 1, 1, 3, 1)})
    seen = [widget.frame.layout.min_height]
    for value in (2, 3):
        widget._controls["value"].value = value
        seen.append(widget.frame.layout.min_height)
    assert seen == ["22px", "52px", "52px"]


def test_the_stepper_steps_forward_and_back_and_stops_at_the_ends():
    stepper = widgets.LivenessStepper()
    _, back, forward, *_ = stepper.children[0].children
    back.click()
    assert stepper.step.value == 0
    for _ in range(stepper.step.max + 3):
        forward.click()
    assert stepper.step.value == stepper.step.max
    assert "the fixed point is reached" in stepper.frame.value


def test_another_analysis_has_its_own_last_step():
    stepper = widgets.LivenessStepper()
    stepper.step.value = stepper.step.max
    for name in stepper.analysis.options:
        stepper.analysis.value = name
        assert stepper.step.max == len(stepper._solution(name).steps)
        assert 'role="alert"' not in stepper.frame.value


@pytest.mark.parametrize("turns", [FIVE_STATEMENTS, Program.from_dicts(SERVICE_CALL), []])
@pytest.mark.parametrize("kind", [widgets.LivenessStepper, widgets.PressureExplorer])
def test_a_program_may_be_a_program_or_a_list_of_dicts(kind, turns):
    assert "<svg" in kind(turns).frame.value


def test_a_bank_of_no_turns_has_an_explorer_too():
    assert "<svg" in widgets.BankExplorer([], {}).frame.value


def test_a_program_that_cannot_be_read_is_refused_at_once():
    with pytest.raises(ValueError, match="succ"):
        widgets.LivenessStepper([{"id": 1, "use": [], "def": []}])


def test_the_capacity_goes_a_little_above_the_peak_of_its_unit():
    explorer = widgets.PressureExplorer()
    assert (explorer.capacity.min, explorer.capacity.max, explorer.capacity.step) == (0, 5 + 2, 1)
    explorer.unit.value = "tokens"
    peak = int(view.pressure_chart(explorer.program, 0, size=flow._tokens).title.split()[-1])
    assert peak < explorer.capacity.max <= peak + 10
    assert f"the peak is {peak}" in explorer.frame.value


def test_another_unit_keeps_the_capacity_at_its_share_of_the_peak():
    explorer = widgets.PressureExplorer()
    explorer.unit.value = "tokens"
    assert explorer.capacity.value == round(4 / 5 * explorer._peaks["tokens"])
    assert f"Room for {explorer.capacity.value} tokens is too small" in explorer.frame.value
    explorer.unit.value = "memories"
    assert explorer.capacity.value == 4
    assert explorer.first.svg in explorer.frame.value


@pytest.mark.parametrize("at", ["min", "max"])
@pytest.mark.parametrize("turns", [SERVICE_CALL, FIVE_STATEMENTS, []])
def test_a_capacity_stays_on_its_slider_whatever_the_unit(turns, at):
    explorer = widgets.PressureExplorer(turns)
    for unit in ("tokens", "memories", "tokens"):
        explorer.capacity.value = getattr(explorer.capacity, at)
        explorer.unit.value = unit
        assert explorer.capacity.min <= explorer.capacity.value <= explorer.capacity.max
        assert "<svg" in explorer.frame.value and 'role="alert"' not in explorer.frame.value


def test_a_reset_brings_the_first_range_back_too():
    explorer = widgets.PressureExplorer()
    explorer.unit.value = "tokens"
    explorer.capacity.value = 30
    explorer.reset()
    assert (explorer.values, explorer.capacity.max) == ({"capacity": 4, "unit": "memories"}, 7)
    assert explorer.first.svg in explorer.frame.value
