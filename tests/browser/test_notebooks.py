"""The notebooks as a learner meets them: run in JupyterLab in a browser, every control moved to its ends."""

from __future__ import annotations

import pathlib
import re
import shutil

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

import nbformat
from memlab_hand import Hand
from nbformat.sign import NotebookNotary

from memlab import widgets

NOTEBOOKS = sorted((pathlib.Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
TOLD = "words => document.querySelector('.memlab-explorer svg > title')?.textContent.includes(words)"
MADE = re.compile(rf"({'|'.join(widgets.__all__)})\(")


def without_outputs(path: pathlib.Path) -> str:
    """A notebook as if it had never run: what is seen afterwards was made by this run."""
    content = nbformat.read(path, as_version=4)
    for cell in content.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return nbformat.writes(content)


def made_in(path: pathlib.Path) -> list[str]:
    """The widgets that a notebook makes."""
    cells = nbformat.read(path, as_version=4).cells
    return [name for cell in cells if cell.cell_type == "code" for name in MADE.findall(cell.source)]


@pytest.fixture(scope="module")
def course(repo, lab_folder):
    """The folder of the lab with what lies beside the notebooks, as the course is laid out."""
    others = shutil.ignore_patterns("*.ipynb", ".*")
    shutil.copytree(repo / "notebooks", lab_folder, ignore=others, dirs_exist_ok=True)


@pytest.mark.parametrize("source", NOTEBOOKS, ids=lambda source: source.stem)
def test_a_notebook_runs_and_its_widgets_go_to_their_ends(desk, course, data, artifacts, source):
    complaints = []
    desk.page.on("pageerror", lambda error: complaints.append(str(error)))
    desk.page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
    (desk.folder / source.name).write_text(without_outputs(source), encoding="utf-8")
    desk.visit(source.name)
    desk.run_all()
    desk.no_errors()
    hand, explorers = Hand(desk, data / "chats" / "transcript_zh.txt"), desk.page.locator(".memlab-explorer")
    assert explorers.count() == len(made_in(source))
    for explorer in explorers.all():
        explorer.scroll_into_view_if_needed()
        hand.move_all(explorer)
    assert (hand.faults(), complaints) == ([], [])
    desk.no_errors()
    desk.page.set_viewport_size({"width": 1280, "height": 2600})
    for number, explorer in enumerate(explorers.all(), start=1):
        explorer.screenshot(path=artifacts / f"{source.stem}-{number}.png")


def test_every_widget_is_in_a_notebook():
    assert {name for source in NOTEBOOKS for name in made_in(source)} == {*widgets.__all__} - {"Explorer"}


def test_one_arrow_key_is_one_memory_and_the_unit_has_its_own_range(page, desk):
    desk.run("pressure.ipynb", "from memlab.widgets import PressureExplorer\nPressureExplorer()")
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
    desk.no_errors()


def saved(desk, name: str, bundle: dict) -> pathlib.Path:
    """A notebook with an output that nobody made here; no two are alike, as trust is in the content."""
    path = desk.folder / name
    path.write_text(desk.notebook(f"LivenessStepper()  # {path.stem}", outputs=bundle), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def static_frame() -> dict:
    """What a committed notebook holds of a widget: everything but the live view."""
    bundle = widgets.LivenessStepper()._repr_mimebundle_()
    del bundle["application/vnd.jupyter.widget-view+json"]
    return bundle


def test_before_anything_runs_a_trusted_notebook_shows_the_picture(
    page, desk, lab_home, artifacts, static_frame
):
    path = saved(desk, "trusted.ipynb", static_frame)
    NotebookNotary(data_dir=str(lab_home / "data")).sign(nbformat.read(path, as_version=4))
    desk.visit(path.name)
    image = page.wait_for_selector(".jp-RenderedSVG img")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 720
    page.screenshot(path=artifacts / "static-frame.png")
    desk.no_errors()


def test_before_anything_runs_any_other_notebook_shows_the_text_form(page, desk, static_frame):
    """JupyterLab draws no SVG from a notebook that it does not trust."""
    desk.visit(saved(desk, "strange.ipynb", static_frame).name)
    shown = page.wait_for_selector(".jp-OutputArea-output pre")
    assert shown.inner_text().strip() == static_frame["text/plain"].strip()
    desk.no_errors()
