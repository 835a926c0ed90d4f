"""Hostile traces: whatever stands in a file of accesses, it is read, or told in a TraceError.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import gzip
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memlab_attacks import steep
from memlab_hostile import BYTES, FUZZ, TEXTS, VALUES, damaged, mutations, only

from memlab.cli import main
from memlab.replay import POLICIES, Trace, read_trace, simulate, sources
from memlab.replay.access import TraceError
from memlab.replay.crosswoz import read_crosswoz
from memlab.replay.locomo import read_locomo

ROWS = [
    {"time": 0, "key": "tea", "op": "write", "size": 12, "importance": 0.5, "text": "green"},
    {"time": "2026-05-01T09:30:00Z", "key": 7, "op": "read", "hit": False},
    {"time": 9.5, "key": "cart", "size": 3},
]
CSV = (
    b'time,key,op,size,importance,text\n0,tea,write,12,0.5,"a ""b"", c"\n60,cart,read,,,\n61,tea,read,1,1,x\n'
)
TALKS = {
    "locomo": [
        {
            "sample_id": "t",
            "conversation": {
                "speaker_a": "Ann",
                "speaker_b": "Bo",
                "session_1_date_time": "1:56 pm on 8 May, 2023",
                "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I adopted a cat."}],
            },
            "qa": [{"question": "Who?", "answer": "Ann", "evidence": ["D1:1"], "category": 1}],
        }
    ],
    "crosswoz": {
        "7": {
            "goal": [[1, "景点", "名称", "", False]],
            "messages": [
                {"role": "usr", "content": "找景点", "dialog_act": [["Request", "景点", "名称", ""]]},
                {
                    "role": "sys",
                    "content": "故宫",
                    "dialog_act": [["Inform", "景点", "名称", "故宫"]],
                    "sys_state": {"景点": {"名称": "故宫", "selectedResults": ["故宫"]}},
                },
            ],
        }
    },
}


def read(source, **options):
    with only(TraceError):
        trace = read_trace(source, **options)
        assert all(math.isfinite(access.time) and 0 <= access.size < math.inf for access in trace)
        return trace
    return None


@pytest.mark.parametrize("format", [None, "keys", "csv", "jsonl", "locomo", "crosswoz"])
def test_odd_bytes_in_every_format(format):
    for odd in (
        *BYTES,
        *damaged(CSV, 60 * FUZZ),
        *damaged("\n".join(map(json.dumps, ROWS)).encode(), 60 * FUZZ),
    ):
        read(odd, format=format)
    for text in TEXTS:
        read([text, *text.splitlines()], format=format)


def test_odd_values_in_every_field_of_a_row():
    for odd in mutations(ROWS, 600 * FUZZ):
        rows = odd if isinstance(odd, list) else [odd]
        read("\n".join(map(json.dumps, rows)).encode())


@pytest.mark.parametrize("name", TALKS)
def test_odd_values_in_every_field_of_a_data_set(name):
    reader = {"locomo": read_locomo, "crosswoz": read_crosswoz}[name]
    read(json.dumps(TALKS[name]).encode(), format=name)
    for odd in mutations(TALKS[name], 500 * FUZZ):
        read(json.dumps(odd).encode(), format=name)
        with only(ValueError, TypeError, OSError):  # a text is the name of a file
            reader(odd)


@given(
    st.lists(st.sampled_from(VALUES), max_size=4), st.sampled_from(["lru", *VALUES]), st.sampled_from(VALUES)
)
def test_odd_arguments_of_a_replay_are_refused_with_words(keys, policy, capacity):
    with only(ValueError, TypeError):
        simulate(keys, policy, capacity)


def test_odd_keys_are_replayed_by_every_policy():
    trace = read_trace([json.dumps(text) for text in TEXTS if text and text != "\ud800"] * 2, "jsonl")
    assert all(simulate(trace, policy, 3).requests == len(trace) for policy in POLICIES)


GROWING = {
    "open quotes": lambda n: "time,key\n" + '0,"a\n' * n,
    "quotes in cells": lambda n: "time,key\n" + ('0,"' + "\n" * 9) * n,
    "columns": lambda n: "time,key," + ",".join(f"c{k}" for k in range(n)) + "\n0,a\n",
    "commas": lambda n: "time,key\n" + "," * n,
    "fields": lambda n: '{"key":"a"}\n' + json.dumps({f"k{k}": 1 for k in range(n)}),
    "fields of rows": lambda n: "".join(f'{{"key":"a","k{k}":1}}\n' for k in range(n)),
    "brackets": lambda n: '{"key":"a"}\n' + "[" * n,
    "digits": lambda n: '{"key":"a"}\n{"key":' + "9" * n + "}",
    "sizes": lambda n: "time,key,size\n0,a," + "9" * n + "\n",
    "spaces": lambda n: "time,key\n2026-01-01" + " " * n + ",a\n",
    "carriage returns": lambda n: "a\r" * n,
    "fetches": lambda n: '{"key":"a","hit":false}\n{"key":"a","op":"set"}\n' * n,
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_as_much_takes_about_four_times_as_long(name):
    assert not steep(lambda n: GROWING[name](n).encode(), read, 2_000)


def test_a_gzip_that_grows_without_measure_is_refused(monkeypatch):
    monkeypatch.setattr(sources, "LEAST_BOMB", 1 << 20)
    monkeypatch.setattr(sources, "PIECE", 1 << 16)
    bomb = gzip.compress(b"a\n" * (4 << 20))
    with pytest.raises(TraceError, match="grows without measure"):
        read_trace(bomb)
    fair = gzip.compress(b"a\n" * (1 << 17)) + gzip.compress(b"b\n")
    assert len(read_trace(fair)) == (1 << 17) + 1


def test_a_command_tells_one_line_and_no_traceback(tmp_path, capfdbinary):
    for n, odd in enumerate((*BYTES, *(f'{{"key": {json.dumps(text)}}}\n'.encode() for text in TEXTS))):
        path = tmp_path / f"t{n}"
        path.write_bytes(odd)
        code = main(["replay", str(path), "--policies", "lru", "--capacity", "2"])
        out, err = capfdbinary.readouterr()
        assert code in (0, 2) and b"Traceback" not in err and b"\x1b" not in out + err
        assert code == 0 or (not out and err.startswith(b"memlab replay: ") and err.count(b"\n") == 1)


def test_a_trace_of_odd_accesses():
    for value in VALUES:
        with only(ValueError, TypeError):
            Trace.of_keys([value])
        with only(ValueError, TypeError):
            read_trace(value if not isinstance(value, str) else [value])
