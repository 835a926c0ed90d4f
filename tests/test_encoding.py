"""Text files are UTF-8 everywhere: on Windows the default is not."""

from __future__ import annotations

import ast
import pathlib
import subprocess
import sys

import pytest

TEXT_METHODS = {
    "read_text",
    "write_text",
    "open",
    "fdopen",
    "TextIOWrapper",
    "NamedTemporaryFile",
    "TemporaryFile",
}


def python_files(repo: pathlib.Path) -> list[pathlib.Path]:
    return [path for folder in ("memlab", "tests") for path in sorted((repo / folder).rglob("*.py"))]


def without_encoding(source: str) -> list[int]:
    """Lines that open a file as text and do not say its encoding."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and _name(node.func) in TEXT_METHODS
        and not any(keyword.arg in ("encoding", None) for keyword in node.keywords)
        and not _opens_bytes(node)
    ]


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        # os.open gives a descriptor, webbrowser.open opens no file, a member of an archive is bytes
        owner = function.value.id if isinstance(function.value, ast.Name) else ""
        return (
            ""
            if owner in ("os", "tarfile", "webbrowser", "archive") and function.attr == "open"
            else function.attr
        )
    return function.id if isinstance(function, ast.Name) else ""


def _opens_bytes(call: ast.Call) -> bool:
    modes = [a.value for a in call.args if isinstance(a, ast.Constant)]
    modes += [k.value.value for k in call.keywords if k.arg == "mode" and isinstance(k.value, ast.Constant)]
    temporary = "Temporary" in _name(call.func) and not modes  # these open bytes by default
    return temporary or any(isinstance(m, str) and "b" in m and set(m) <= set("rwaxb+") for m in modes)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("open('x')", [1]),
        ("open('x', 'rb')", []),
        ("open('x', encoding='utf-8')", []),
        ("\np.read_text()", [2]),
        ("p.open(mode='w')", [1]),
        ("os.open('x', 0)", []),
    ],
)
def test_the_search_finds_what_it_looks_for(source, lines):
    assert without_encoding(source) == lines


def test_every_text_file_is_opened_with_its_encoding(repo):
    found = {
        str(p.relative_to(repo)): without_encoding(p.read_text(encoding="utf-8")) for p in python_files(repo)
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize("command", [["--version"], ["liveness", "-"], ["demo"]])
def test_no_default_encoding_is_used_at_run_time(command):
    python = [sys.executable, "-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    run = subprocess.run([*python, "-m", "memlab", *command], input=b"[]", capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")
