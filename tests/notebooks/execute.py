"""Run notebooks anew and write them back as they are committed: outputs in, everything volatile out.

python tests/notebooks/execute.py [NOTEBOOK ...]        without arguments: all of notebooks/
"""

from __future__ import annotations

import os
import pathlib
import sys

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[2] / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = ("tags", "slideshow")


def execute(path: pathlib.Path) -> None:
    """Run one notebook in this environment's own kernel and write it back, normalised."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        record_timing=False,
    )
    os.environ["MEMLAB_PROGRESS"] = "off"  # the kernel inherits it: nobody learns here
    # A kernel of the same name in the user's folder would come first: take this Python whatever is there.
    client.create_kernel_manager().kernel_spec.argv[0] = sys.executable
    client.execute()
    path.write_text(nbformat.writes(normalised(notebook, path.stem)) + "\n", encoding="utf-8", newline="\n")


def normalised(notebook: nbformat.NotebookNode, stem: str) -> nbformat.NotebookNode:
    """The same notebook without what differs from run to run."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for number, cell in enumerate(notebook.cells):
        cell.setdefault("id", f"{stem[:2]}-{number:03}")
        cell.metadata = nbformat.from_dict(
            {k: cell.metadata[k] for k in KEPT_CELL_METADATA if k in cell.metadata}
        )
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
            for output in cell.outputs:
                # Without a kernel a widget view is an error message; the static frame beside it is a picture.
                output.get("data", {}).pop(WIDGET_VIEW, None)
            cell.outputs = [output for output in cell.outputs if output.get("data") != {}]
    return notebook


def joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Outputs with neighbouring pieces of one stream made one: where the kernel cut them is chance."""
    result: list[nbformat.NotebookNode] = []
    for output in outputs:
        last = result[-1] if result else None
        if last and output.output_type == "stream" == last.output_type and output.name == last.name:
            last.text += output.text
        else:
            result.append(output)
    return result


if __name__ == "__main__":
    for notebook in [pathlib.Path(name) for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb")):
        print(f"running {notebook.name}", flush=True)
        execute(notebook.resolve())
