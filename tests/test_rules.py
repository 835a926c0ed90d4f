"""The two rules of tests/plugins: in CI no silent skip, and in notebooks text is compared but no picture."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

SKIPS = {
    "in the test": "import pytest\ndef test_a(): pytest.skip('no server')",
    "by a mark": "import pytest\n@pytest.mark.skip(reason='no server')\ndef test_a(): pass",
    "by a condition": "import pytest\n@pytest.mark.skipif(True, reason='no server')\ndef test_a(): pass",
    "in a fixture": "import pytest\n@pytest.fixture\ndef s(): pytest.skip('no server')\ndef test_a(s): pass",
    "a whole module": "import pytest\npytest.skip('no server', allow_module_level=True)",
    "for want of a package": "import pytest\npytest.importorskip('no_such_package', reason='no server')",
}


EXPECTED_FAILURE = "import pytest\n@pytest.mark.xfail(strict=True)\ndef test_a(): assert False"


@pytest.fixture
def run(repo, tmp_path):
    """Runs pytest with the rules on files in a folder of their own."""

    def run(files: dict[str, str], *options: str, ci: bool) -> tuple[int, str]:
        for name, content in files.items():
            (tmp_path / name).write_text(content, encoding="utf-8")
        environment = {k: v for k, v in os.environ.items() if k not in ("MEMLAB_CI", "PYTEST_ADDOPTS")}
        environment["PYTHONPATH"] = str(repo / "tests" / "plugins")
        environment |= {"MEMLAB_CI": "1"} if ci else {}
        command = [sys.executable, "-m", "pytest", "-p", "memlab_rules", "-p", "no:cacheprovider", *options]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")
        return done.returncode, done.stdout

    return run


@pytest.fixture
def files() -> dict[str, str]:
    return {f"test_{number}.py": source for number, source in enumerate(SKIPS.values())}


def test_skips_are_told_on_a_users_machine(run, files):
    code, out = run({**files, "test_x.py": EXPECTED_FAILURE}, ci=False)
    assert code == 0 and f"{len(files)} skipped: no server" in out


def test_every_kind_of_skip_fails_in_ci_and_an_expected_failure_does_not(run, files):
    code, out = run({**files, "test_x.py": EXPECTED_FAILURE}, "--continue-on-collection-errors", ci=True)
    assert code == 1
    refused = {
        name for name in [*files, "test_x.py"] if f"{name}: skipped in CI" in out.replace("::test_a", "")
    }
    assert refused == set(files) and "1 xfailed" in out


SOURCE = """
class Picture:
    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": "<svg>now</svg>", "text/html": "<b>now</b>", "text/plain": "two bars"}

Picture()
"""


def notebook(text: str) -> str:
    shown = {"image/svg+xml": "<svg>then</svg>", "text/html": "<b>then</b>", "text/plain": text}
    output = {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": shown}
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": SOURCE, "execution_count": 1}
    return json.dumps(
        {"cells": [{**cell, "outputs": [output]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    )


@pytest.mark.parametrize(("text", "code"), [("two bars", 0), ("three bars", 1)])
def test_of_a_picture_the_text_form_is_compared(run, text, code):
    assert run({"x.ipynb": notebook(text)}, "--nbval", "--nbval-current-env", ci=False)[0] == code
