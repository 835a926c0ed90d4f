"""The chapters as a learner meets them: JupyterLab in a browser, Run All Cells, sliders moved by keyboard."""

from __future__ import annotations

import json
import pathlib

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

import nbformat
from nbformat.sign import NotebookNotary

from memlab import widgets

ALL_WIDGETS = ("LivenessStepper", "PressureExplorer", "BankExplorer", "DecayExplorer", "PolicyLab")
# A command given before the notebook has its kernel is answered with a question in a dialog.
READY = """() => {
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext
  const kernel = context?.session?.kernel
  return context?.isReady && kernel?.connectionStatus === 'connected' && kernel.status === 'idle'
}"""
# Not awaited: what the page does not finish, the waiting with a time limit below finds out.
RUN = "() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }"
# Cells that wait or run show [*], those that did not run show [ ].
DONE = """() => {
  const cells = [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')]
    .filter(cell => cell.querySelector('.cm-content').textContent.trim())
  const prompts = cells.map(cell => cell.querySelector('.jp-InputPrompt').textContent)
  return prompts.length > 0 && prompts.every(prompt => /\\[\\d+\\]/.test(prompt))
}"""
TOLD = "words => document.querySelector('.memlab-explorer svg > title')?.textContent.includes(words)"
CHANGED = "([picture, before]) => picture.innerHTML !== before"


def notebook(*cells: str, outputs: dict | None = None) -> str:
    """A notebook of code cells; with `outputs`, as it was saved by somebody else."""
    made = [
        {
            "cell_type": "code",
            "id": f"cell-{i}",
            "metadata": {},
            "source": source,
            "execution_count": i if outputs else None,
            "outputs": [{"output_type": "display_data", "metadata": {}, "data": outputs}] if outputs else [],
        }
        for i, source in enumerate(cells, start=1)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def without_outputs(path: pathlib.Path) -> str:
    """A notebook as if it had never run: what is seen afterwards was made by this run."""
    content = nbformat.read(path, as_version=4)
    for cell in content.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return nbformat.writes(content)


def open_notebook(page, lab: str, name: str) -> None:
    page.goto(f"{lab}/lab/workspaces/{name.partition('.')[0]}/tree/{name}")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")


def run_all(page) -> None:
    page.wait_for_function(READY, timeout=120_000)
    page.evaluate(RUN)
    page.wait_for_function(DONE, timeout=180_000)


def move_a_slider(page, explorer) -> None:
    """One key press on the first slider; the picture must change."""
    picture = explorer.locator(".widget-html-content:has(svg)").first.element_handle()
    before = picture.inner_html()
    assert "<svg" in before
    explorer.locator("[role=slider]").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(CHANGED, arg=[picture, before])
    assert "<svg" in picture.inner_html(), "an error took the picture's place"


def no_errors(page) -> None:
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    assert page.locator(".memlab-explorer [role=alert]").count() == 0
    assert page.get_by_text("Error displaying widget").count() == 0


def move_all(page, screenshot: pathlib.Path, at_least: int) -> None:
    page.wait_for_selector(".memlab-explorer .widget-html-content svg")
    explorers = page.locator(".memlab-explorer").all()
    assert len(explorers) >= at_least
    for number, explorer in enumerate(explorers, start=1):
        explorer.scroll_into_view_if_needed()
        move_a_slider(page, explorer)
        explorer.screenshot(path=screenshot.with_name(f"{screenshot.stem}-{number}.png"))
    no_errors(page)


@pytest.mark.parametrize("chapter", ["02", "03", "04", "05"])
def test_the_widgets_of_a_chapter_answer_to_the_keyboard(page, lab, lab_folder, repo, artifacts, chapter):
    source = next((repo / "notebooks").glob(f"{chapter}_*.ipynb"))
    (lab_folder / source.name).write_text(without_outputs(source), encoding="utf-8")
    open_notebook(page, lab, source.name)
    run_all(page)
    move_all(page, artifacts / f"chapter-{chapter}.png", at_least=1)


def test_every_widget_answers_to_the_keyboard(page, lab, lab_folder, artifacts):
    cells = [f"from memlab.widgets import {name}\n{name}()" for name in ALL_WIDGETS]
    (lab_folder / "widgets.ipynb").write_text(notebook(*cells), encoding="utf-8")
    open_notebook(page, lab, "widgets.ipynb")
    run_all(page)
    move_all(page, artifacts / "widgets.png", at_least=len(ALL_WIDGETS))
    frames = page.locator(".jp-RenderedSVG").all()
    assert len(frames) == len(ALL_WIDGETS)
    assert not any(frame.is_visible() for frame in frames), (
        "the live widget takes the place of its static frame"
    )


def test_one_arrow_key_is_one_memory_and_the_unit_has_its_own_range(page, lab, lab_folder):
    cell = "from memlab.widgets import PressureExplorer\nPressureExplorer()"
    (lab_folder / "pressure.ipynb").write_text(notebook(cell), encoding="utf-8")
    open_notebook(page, lab, "pressure.ipynb")
    run_all(page)
    handle = page.locator(".memlab-explorer [role=slider]")
    assert (handle.get_attribute("aria-valuemin"), handle.get_attribute("aria-valuemax")) == ("0.0", "7.0")
    handle.focus()
    for memories in (5, 6, 7, 7):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(TOLD, arg=f"Room for {memories} memories")
    page.locator(".memlab-explorer select").select_option("tokens")
    page.wait_for_function(TOLD, arg=" tokens is enough")
    assert float(handle.get_attribute("aria-valuemax")) > 40
    page.locator(".memlab-explorer button", has_text="Reset").click()
    page.wait_for_function(TOLD, arg="Room for 4 memories")
    assert handle.get_attribute("aria-valuemax") == "7.0"
    no_errors(page)


def saved(path: pathlib.Path, bundle: dict) -> pathlib.Path:
    """A notebook with an output that nobody made here; no two are alike, as trust is in the content."""
    path.write_text(notebook(f"LivenessStepper()  # {path.stem}", outputs=bundle), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def static_frame() -> dict:
    """What a committed notebook holds of a widget: everything but the live view."""
    bundle = widgets.LivenessStepper()._repr_mimebundle_()
    del bundle["application/vnd.jupyter.widget-view+json"]
    return bundle


def test_before_anything_runs_a_trusted_notebook_shows_the_picture(
    page, lab, lab_folder, lab_home, artifacts, static_frame
):
    path = saved(lab_folder / "trusted.ipynb", static_frame)
    NotebookNotary(data_dir=str(lab_home / "data")).sign(nbformat.read(path, as_version=4))
    open_notebook(page, lab, path.name)
    image = page.wait_for_selector(".jp-RenderedSVG img")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 720
    page.screenshot(path=artifacts / "static-frame.png")
    no_errors(page)


def test_before_anything_runs_any_other_notebook_shows_the_text_form(page, lab, lab_folder, static_frame):
    """JupyterLab draws no SVG from a notebook that it does not trust."""
    open_notebook(page, lab, saved(lab_folder / "strange.ipynb", static_frame).name)
    shown = page.wait_for_selector(".jp-OutputArea-output pre")
    assert shown.inner_text().strip() == static_frame["text/plain"].strip()
    no_errors(page)
