"""Hostile programs: whatever is given as statements, it is read, or refused by a ProgramError with words.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memlab_attacks import steep
from memlab_hostile import BYTES, FUZZ, TEXTS, VALUES, damaged, mutations, only

from memlab.cli import liveness, main
from memlab.flow import LIVENESS, Program, liveness_analysis, solve
from memlab.flow.statement import ProgramError

PROGRAM = [
    {"id": 1, "use": [], "def": ["a", "b"], "succ": [2, 3], "text": "hi", "speaker": "Ann"},
    {"id": 2, "use": ["a"], "def": [], "succ": [1], "call": None},
    {"id": "x", "use": ["b"], "def": ["a"], "succ": []},
]
PROGRAM[0]["succ"] = [2, "x"]
HUGE = [10**5_000, ("a" * 100_000,), frozenset({10**5_000}), "a" * 1_000_000]


def analysed(make, items):
    with only(ProgramError):
        program = make(items)
        solve(program, LIVENESS)
        liveness.lines(liveness.report(program))


def test_odd_values_in_every_field():
    for odd in mutations(PROGRAM, 1_500 * FUZZ):
        analysed(Program.from_dicts, odd)
        analysed(Program.from_turns, odd)
        with only(ProgramError):
            liveness_analysis(odd)


@given(
    st.sampled_from([*VALUES, *HUGE]), st.sampled_from([*VALUES, *HUGE]), st.sampled_from([*VALUES, *HUGE])
)
def test_names_that_are_huge_or_odd_are_told_shortly(id, name, after):
    for items in (
        [{"id": id, "use": [name], "def": [], "succ": [after]}],
        [{"id": id, "use": [], "def": [], "succ": []}] * 2,
        [{"id": id, "use": name, "def": after, "succ": []}],
        [{"id": id, "use": [], "def": [], "succ": [], "call": name, "text": after}],
        [{"id": id, name if isinstance(name, (str, int)) else "use": after}],
    ):
        try:
            Program.from_dicts(items)
        except ProgramError as error:
            assert 0 < len(str(error)) < 1_000


@pytest.mark.parametrize("use", [[HUGE[0], 1], ["a", HUGE[2]], [-HUGE[0], HUGE[0]]])
def test_a_number_with_more_digits_than_python_writes_is_no_name(use):
    """Python refuses to write an int of more than 4,300 digits."""
    items = [{"id": 1, "use": use, "def": [], "succ": []}]
    with pytest.raises(ProgramError, match="too long to be written"):
        solve(Program.from_dicts(items), LIVENESS)
    with pytest.raises(ProgramError):
        Program.from_dicts([{"id": 1, "use": [], "def": [], "succ": set(use)}])


@given(st.sampled_from(VALUES), st.sampled_from(VALUES))
def test_odd_procedures(name, body):
    with only(ProgramError, TypeError):
        Program.from_dicts(PROGRAM[2:], {name if isinstance(name, (str, int)) else "f": body})


def test_a_command_tells_one_line_and_no_traceback(tmp_path, capfdbinary):
    sound = json.dumps(PROGRAM).encode()
    named = [json.dumps([{"id": t, "use": [t], "def": [], "succ": []}]).encode() for t in TEXTS]
    odd = [json.dumps(m).encode() for m in mutations(PROGRAM, 60 * FUZZ)]
    path = tmp_path / "program.json"
    for content in (*BYTES, *named, *odd, *damaged(sound, 60 * FUZZ)):
        path.write_bytes(content)
        code = main(["liveness", str(path)])
        out, err = capfdbinary.readouterr()
        assert code in (0, 2) and b"Traceback" not in err and b"\x1b" not in out + err
        assert code == 0 or (not out and err.startswith(b"memlab liveness: ") and err.count(b"\n") == 1)


def straight(n):
    return [{"id": k, "use": [k - 1], "def": [k], "succ": [k + 1] if k < n else []} for k in range(1, n + 1)]


GROWING = {
    "straight": straight,
    "backward": lambda n: straight(n)[::-1],
    "a loop": lambda n: [*straight(n)[:-1], {"id": n, "use": ["a"], "def": [], "succ": [1]}],
    "self-loops": lambda n: [{"id": k, "use": [], "def": ["a"], "succ": [k]} for k in range(n)],
    "a star": lambda n: [{"id": -1, "use": [], "def": [], "succ": list(range(n))}, *straight(n)][: n + 1],
    "one statement": lambda n: [{"id": 1, "use": list(range(n)), "def": list(range(n)), "succ": []}],
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_as_much_takes_about_four_times_as_long(name):
    def work(items):
        with only(ProgramError):
            solve(Program.from_dicts(items), LIVENESS)

    assert not steep(GROWING[name], work, 2_000)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "[{" + "".join(f'"k{k}":1,' for k in range(n)) + '"k0":2}]',
        lambda n: '[{"id":' + "[" * n,
        lambda n: '[{"id":"' + "\\u0000" * n + '"}]',
        lambda n: "[" + "{}," * n + "{}]",
    ],
)
def test_reading_grows_as_the_file_does(tmp_path, make):
    path = tmp_path / "program.json"

    def work(text):
        path.write_text(text, encoding="utf-8")
        with only(liveness.CommandError):
            liveness.read(str(path))

    assert not steep(make, work, 4_000)
