"""Notebooks as they are committed: executed, free of anything volatile, and with guards that guard."""

from __future__ import annotations

import ast
import json
import os
import pathlib
import re

import nbformat
import pytest

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))
CHAPTERS = [
    "00_start_here",
    "01_conversation_as_program",
    "02_liveness",
    "03_memory_bank",
    "04_scored_eviction",
    "05_policies_and_the_optimum",
    "06_conflicts",
    "07_layers_and_recall",
    "08_rebuild_the_context",
    "09_your_own_conversations",
    "10_scale_out",
]

# What says on which machine, or in which run, a notebook was executed.
VOLATILE = {
    "a memory address": re.compile(r"\b0x[0-9a-fA-F]{6,}"),
    "a path of the author's machine": re.compile(r"(?:/home/|/Users/|/root/|/tmp/|[A-Z]:\\\\?Users)[\w.-]*"),
    "a path into an environment": re.compile(r"site-packages|\.venv"),
}


def cells_of(path: pathlib.Path, kind: str = "code"):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == kind]


def texts_of(output) -> list[str]:
    """Everything that an output shows."""
    return [output.get("text", ""), *(str(value) for value in output.get("data", {}).values())]


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request) -> pathlib.Path:
    return request.param


def test_every_chapter_is_there():
    assert [path.stem for path in NOTEBOOKS][: len(CHAPTERS)] == CHAPTERS


def test_the_kernel_is_python3_and_nothing_else_is_in_the_metadata(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert all(set(cell.metadata) <= {"tags", "slideshow"} for cell in notebook.cells)


def test_it_is_valid_and_its_cell_ids_are_its_own(path):
    raw = json.loads(path.read_text(encoding="utf-8"))
    nbformat.validate(raw)
    ids = [cell.get("id") for cell in raw["cells"]]
    assert None not in ids and len(set(ids)) == len(ids)


def test_every_cell_was_run_once_from_top_to_bottom(path):
    """A cell without a count is never compared, so a guard in it would check nothing."""
    written = [cell for cell in cells_of(path) if cell.source.strip()]
    assert [cell.execution_count for cell in written] == list(range(1, len(written) + 1))


def test_no_output_is_an_error_or_a_warning(path):
    for cell in cells_of(path):
        assert not [o for o in cell.outputs if o.output_type == "error" or o.get("name") == "stderr"], (
            cell.source
        )


def test_no_output_holds_a_widget_that_needs_a_kernel(path):
    for cell in cells_of(path):
        for output in cell.outputs:
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {}), cell.source


@pytest.mark.parametrize("what", VOLATILE)
def test_nothing_volatile_is_in_an_output(path, what):
    for cell in cells_of(path):
        for text in (text for output in cell.outputs for text in texts_of(output)):
            assert not VOLATILE[what].search(text), f"{what} in an output of:\n{cell.source}"
    assert os.uname().nodename not in path.read_text(encoding="utf-8") if hasattr(os, "uname") else True


def test_a_picture_has_a_text_form_that_is_compared(path):
    for cell in cells_of(path):
        for output in cell.outputs:
            pictures = {"image/svg+xml", "text/html"} & set(output.get("data", {}))
            assert not pictures or output.data.get("text/plain", "").strip(), cell.source


def test_no_cell_is_left_out_of_the_comparison(path):
    """Every output is compared as it is: a marker would only weaken that."""
    for cell in cells_of(path):
        markers = {"NBVAL_IGNORE_OUTPUT", "NBVAL_SKIP", "NBVAL_RAISES_EXCEPTION", "NBVAL_CHECK_OUTPUT"}
        assert not [marker for marker in markers if marker in cell.source], cell.source
        assert not {"nbval-skip", "nbval-ignore-output"} & set(cell.metadata.get("tags", [])), cell.source


def test_hints_and_solutions_ship_commented_out(path):
    for cell in cells_of(path):
        tree = ast.parse(
            "\n".join(line for line in cell.source.splitlines() if not line.startswith(("%", "!")))
        )
        calls = [
            node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        ]
        assert not {"hint", "solution"} & set(calls), cell.source


def test_no_cell_ends_in_a_semicolon(path):
    """nbval reads such cells otherwise than Jupyter does."""
    assert not [cell.source for cell in cells_of(path) if cell.source.rstrip().endswith(";")]


def test_cells_are_small(path):
    """A learner reads one idea at a time."""
    long = [cell.source for cell in cells_of(path) if len(cell.source.splitlines()) > 40]
    assert not long
