"""`memlab replay`: the table, what it reads, and one clear line for everything that is wrong."""

from __future__ import annotations

import argparse
import io
import json
import math
import subprocess
import sys

import pytest
from rich.cells import cell_len

from memlab import bank, cli, tokens
from memlab.cli import replay, table
from memlab.replay import GENERATORS, POLICIES, simulate

KEYS = "a\nb\nc\na\nb\nc\n"
SIZES = (
    "time,key,op,size\n0,过敏,write,12\n60,城市,write,5\n120,过敏,read,\n180,城市,read,\n240,天气,read,3\n"
)


@pytest.fixture
def trace(tmp_path):
    def write(content, name="trace.txt") -> str:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    return write


def printed(capsys, *words):
    assert cli.main(["replay", *words]) == 0
    return capsys.readouterr().out


def as_json(capsys, *words):
    return json.loads(printed(capsys, *words, "--json"))


def test_the_table(trace, capsys):
    words = [trace(KEYS), "--policies", "fifo,lru,belady", "--capacity", "2"]
    assert printed(capsys, *words) == (
        "trace.txt: 6 accesses, 6 of them reads; 3 memories of 3 tokens\n"
        "\n"
        "Capacity 2 items, 66.7% of all\n"
        "  policy     hits  misses  missed  evicted   share  regret\n"
        "  optimum       2       4   0.667        -  100.0%       0\n"
        "  --------------------------------------------------------\n"
        "  belady *      2       4   0.667        2  100.0%       0\n"
        "  fifo +        0       6   1.000        4    0.0%       2\n"
        "  lru +         0       6   1.000        4    0.0%       2\n"
        "  --------------------------------------------------------\n"
        "  unbounded     3       3   0.500        0       -       -\n"
        "  share: of the optimum's hits; regret: misses more than the optimum's\n"
        "  + a MemoryBank has it\n"
        "  * knows the future: a yardstick, not to be shipped\n"
        "\n"
        "Best online policy, by its share of the optimum's hits:\n"
        "  2 items: no online policy hits anything: try a larger --capacity\n"
    )


def test_json_has_every_figure_in_full(trace, capsys):
    words = [
        trace(SIZES, "log.csv"),
        "--policies",
        "lru,liveness",
        "--capacity",
        "15,100%",
        "--unit",
        "tokens",
    ]
    found = as_json(capsys, *words)
    assert found["trace"] == {
        "name": "log.csv",
        "dataset": "",
        "accesses": 5,
        "requests": 3,
        "memories": 3,
        "tokens": 20,
        "equal_sizes": False,
        "fetched": 0,
        "unread": [],
        "skipped": [],
    }
    assert found["unit"] == "tokens" and [r["capacity"] for r in found["replays"]] == [15, 20]
    result = simulate(replay_of(words[0]), "lru", 15, "tokens")
    assert found["replays"][0]["policies"]["lru"] == {
        "hits": result.hits,
        "misses": result.misses,
        "miss_ratio": result.miss_ratio,
        "weighted_miss_ratio": result.weighted_miss_ratio,
        "evictions": len(result.evictions),
        "refused": 0,
        "share_of_optimum": result.share,
        "regret": result.regret,
        "knows_the_future": False,
    }
    assert found["replays"][0]["policies"]["liveness"]["knows_the_future"] is True
    assert found["replays"][0]["optimum"]["exact"] is False
    assert (found["unbounded"]["hits"], found["replays"][1]["policies"]["lru"]["hits"]) == (2, 2)


SAID = {"dialog_act": [["Inform", "酒店", "价格", "300-400元"]], "role": "usr", "content": "三百多的酒店。"}
TURN = {"speaker": "Ann", "dia_id": "D1:1", "text": "I keep bees on the roof."}
DATASETS = {
    "crosswoz": {"7": {"goal": [], "messages": [SAID]}, "9": {"goal": [], "messages": [SAID]}},
    "locomo": [{"sample_id": "bees", "conversation": {"session_1": [TURN]}, "qa": []}],
}


@pytest.mark.parametrize("dataset", DATASETS)
def test_joined_conversations_are_pointed_to_where_each_counts_by_itself(dataset, trace, capsys):
    file = trace(json.dumps(DATASETS[dataset]), "data.json")
    lines = printed(capsys, file, "--policies", "lru").splitlines()
    assert f"memlab eval {dataset} FILE" in lines[1] and cell_len(lines[1]) <= 80
    assert as_json(capsys, file, "--policies", "lru")["trace"]["dataset"] == dataset


def replay_of(file):
    from memlab.replay import read_trace

    return read_trace(file)


def test_every_policy_if_none_is_named(trace, capsys):
    assert list(as_json(capsys, trace(KEYS))["replays"][0]["policies"]) == list(POLICIES)


@pytest.mark.parametrize(
    ("given", "capacities"), [("2", [2]), ("1,50%, 3", [1, 2, 3]), ("0", [0]), ("1%", [1]), ("1.5", [1.5])]
)
def test_capacities(given, capacities, trace, capsys):
    found = as_json(capsys, trace(KEYS), "--capacity", given, "--policies", "lru")
    assert [r["capacity"] for r in found["replays"]] == capacities


def test_a_tenth_of_all_is_the_default(capsys):
    found = as_json(capsys, "--generate", "loop", "--policies", "lru")
    assert [r["capacity"] for r in found["replays"]] == [found["trace"]["memories"] / 10]


@pytest.mark.parametrize("name", GENERATORS)
def test_made_traces(name, capsys):
    first, second = (as_json(capsys, "--generate", name, "--policies", "random", "--seed", s) for s in "12")
    assert first["trace"]["accesses"] > 0 and (first == second) == (name == "loop"), "a loop has no chance"


def test_standard_input_and_what_was_skipped(monkeypatch, capsys):
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO((SIZES + "300,te").encode()), encoding="utf-8")
    )
    assert cli.main(["replay", "-", "--policies", "lru", "--capacity", "9"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("standard input: 5 accesses")
    assert err.startswith("skipped line 7, 300,te: torn last line") and err.count("\n") == 1


def test_columns_that_were_not_read_and_fetches_are_told(trace, capsys):
    rows = [
        {"key": "a", "user": "ann", "op": "read", "hit": False},
        {"key": "a", "op": "write", "\x1b[2J": 1},
    ]
    rows += [{"key": "a", **dict.fromkeys("vwxyz")}]
    file = trace("".join(f"{json.dumps(row)}\n" for row in rows), "log.jsonl")
    assert cli.main(["replay", file, "--policies", "lru"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[1] == "1 write that fetched what had just been missed: each is one with its read"
    assert err == (
        "columns not read: user, \\x1b[2J, v, w, x and 2 more "
        "(what belongs to the key must be joined to it: ann/profile)\n"
    )


def test_many_skipped_places_are_counted(trace, capsys):
    words = ["replay", trace(SIZES + "x,y\n" * 9, "log.csv"), "--policies", "lru"]
    assert cli.main(words) == 0
    err = capsys.readouterr().err.splitlines()
    assert len(err) == 6 and err[-1] == "skipped 4 more places"


def test_curves(trace, capsys):
    words = [trace(KEYS), "--policies", "fifo,lru", "--curves"]
    assert as_json(capsys, *words)["curves"] == {
        "capacities": [1, 2, 3],
        "miss_ratio": {"optimum": [5 / 6, 4 / 6, 0.5], "fifo": [1, 1, 0.5], "lru": [1, 1, 0.5]},
    }
    assert (
        "Miss ratio by capacity in items\n"
        "  capacity  optimum   fifo    lru\n"
        "         1    0.833  1.000  1.000\n"
        "         2    0.667  1.000  1.000\n"
        "         3    0.500  0.500  0.500\n"
    ) in printed(capsys, *words)


def test_the_half_life_reaches_the_scored_policy(capsys):
    words = ["--generate", "conversation", "--policies", "scored,lru", "--half-life"]
    slow, quick = (as_json(capsys, *words, value)["replays"][0]["policies"] for value in ("1e9", "1"))
    assert slow["scored"] != quick["scored"] and slow["lru"] == quick["lru"]


HALF_LIVES = ["--generate", "conversation", "--capacity", "10%", "--policies", "scored,lru", "--half-life"]


def test_each_half_life_is_a_row_and_a_curve_of_its_own(capsys):
    found = as_json(capsys, *HALF_LIVES, "20s, 6h", "--curves")
    rows = found["replays"][0]["policies"]
    assert list(rows) == list(found["curves"]["miss_ratio"])[1:] == ["scored 20s", "scored 6h", "lru"]
    assert [row.pop("half_life", None) for row in rows.values()] == [20, 21_600, None]
    for life in ("20s", "6h"):
        alone = as_json(capsys, *HALF_LIVES, life, "--curves")
        row, curve = (it["scored"] for it in (alone["replays"][0]["policies"], alone["curves"]["miss_ratio"]))
        del row["half_life"]
        assert (row, curve) == (rows[f"scored {life}"], found["curves"]["miss_ratio"][f"scored {life}"])
    assert rows["scored 20s"] != rows["scored 6h"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("600", 600), ("1e9", 1e9), ("90s", 90), ("1.5 m", 90), ("6h", 21_600), ("2d", 172_800)],
)
def test_half_lives_have_units(text, seconds):
    assert replay._half_lives(text) == {text: seconds}


def advice(capsys, *words):
    out = printed(capsys, *words)
    return out[out.index("Best online policy") :].splitlines()[1:]


def test_where_nothing_is_evicted_nothing_is_advised(trace, capsys):
    assert advice(capsys, trace(KEYS), "--capacity", "3", "--policies", "lru,fifo") == [
        "  3 items: nothing is evicted, so there is nothing to choose: try a smaller",
        "    --capacity",
    ]


def test_where_all_miss_alike_nothing_is_advised(trace, capsys):
    lines = advice(capsys, trace("a\na\nb\nb\n"), "--capacity", "1", "--policies", "lru,fifo,belady")
    assert lines[0].startswith("  1 items: all online policies miss alike") and "bank" not in "".join(lines)


def test_each_capacity_is_advised_on_and_those_that_share_a_place_are_all_named(trace, capsys):
    file = trace("a\nb\na\nc\na\nd\na\nb\n")
    assert advice(capsys, file, "--capacity", "2,3", "--policies", "clock,lru,arc,fifo") == [
        "  2 items: clock, lru and arc alike, 75.0%",
        "  3 items: clock, lru and arc alike, 75.0%",
        "As a bank of 3 items:",
        "  from memlab import bank",
        '  memory = bank.MemoryBank(capacity=3, policy="lru")',
    ]


def test_the_best_that_a_bank_has_is_told_beside_the_best(capsys):
    lines = advice(capsys, "--generate", "conversation", "--policies", "predicted,fifo,lru")
    assert lines[0].startswith("  44 items: predicted ") and "; of those a bank has: lru " in lines[0]
    assert lines[1] == "As a bank of 44 items:" and 'policy="lru"' in lines[-1]


def test_where_no_bank_has_any_it_says_which_to_add(capsys):
    out = printed(capsys, "--generate", "conversation", "--policies", "predicted,2q")
    assert out.endswith("None of these is in a bank: add lru,scored,worth to --policies\n")
    assert "MemoryBank" not in out


@pytest.mark.parametrize(
    "words",
    [
        ["--policies", "lru"],
        ["--policies", "scored", "--half-life", "600"],
        ["--policies", "scored", "--unit", "tokens"],
        ["--policies", "sieve,fifo"],
    ],
)
def test_the_bank_that_is_advised_can_be_built(words, capsys):
    lines = printed(capsys, "--generate", "conversation", "--capacity", "50%", *words).splitlines()
    code = lines[next(n for n, line in enumerate(lines, start=1) if line.startswith("As a bank of")) :]
    names = {}
    exec("\n".join(line.removeprefix("  ") for line in code), names)
    assert isinstance(names["memory"], bank.MemoryBank)
    assert names["memory"].policy.name == ("fifo" if "sieve,fifo" in words else words[1])
    if "tokens" in words:
        assert names["tokens"] is tokens and lines[-2].startswith("  # size: the same function")
    if "600" in words:
        assert names["memory"].policy.settings.decay == math.log(2) / 600


def test_where_all_know_the_future_nothing_is_advised(trace, capsys):
    assert "all know the future" in printed(capsys, trace(KEYS), "--policies", "belady,liveness")


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("words", [["log.csv", "--unit", "tokens", "--curves"], ["zipf"]])
def test_it_fits_the_terminal(words, columns, trace, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    start = [trace(SIZES, words[0])] if words[0] == "log.csv" else ["--generate", "zipf"]
    out = printed(capsys, *start, *words[1:])
    assert max(map(cell_len, out.splitlines())) <= columns


def test_a_table_wider_than_the_terminal_goes_on_below(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    rows = [["一", "11", "22", "33"], table.RULE, ["二", "1", "2", "3"]]
    assert table.blocks(["name", "first", "second", "third"], rows)[:5] == [
        "  name  first",
        "  一       11",
        "  -----------",
        "  二        1",
        "",
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "name one trace"),
        (["FILE", "--generate", "zipf"], "name one trace"),
        (["none.txt"], "cannot read none.txt: No such file or directory"),
        (["--generate", "zipper"], "there are zipf, "),
        (["--generate", "zipf", "--seed", "-1"], "seed: -1"),
        (["FILE", "--policies", "best"], "'best', allowed are fifo, lru"),
        (["FILE", "--policies", "lru,,fifo"], "policy: ''"),
        (["FILE", "--capacity", "-1"], "--capacity: '-1'"),
        (["FILE", "--capacity", "ten"], "--capacity: 'ten', allowed are numbers from 0 up and shares"),
        (["FILE", "--capacity", "nan"], "--capacity: 'nan'"),
        (["FILE", "--capacity", "10%,inf"], "--capacity: 'inf'"),
        (["FILE", "--half-life", "0"], "--half-life: '0', allowed are seconds above 0"),
        (["FILE", "--half-life", "-5"], "--half-life: '-5'"),
        (["FILE", "--half-life", "nan"], "--half-life: 'nan'"),
        (["FILE", "--half-life", "1e-300"], "--half-life: '1e-300'"),
        (["FILE", "--half-life", "1e999"], "--half-life: '1e999'"),
        (["FILE", "--half-life", "10m,,6h"], "--half-life: ''"),
        (["FILE", "--half-life", "6 weeks"], "'6 weeks', allowed are seconds above 0, or times such as 90s"),
        (["FILE", "--half-life", "6h", "--policies", "lru"], "add scored to --policies"),
        (["FILE", "--format", "xml"], "format: 'xml', allowed are keys, csv"),
        (["EMPTY"], "there is nothing in it"),
    ],
)
def test_what_is_wrong_is_one_line(words, why, trace, capsys):
    files = {"FILE": trace(KEYS), "EMPTY": trace("", "empty.txt")}
    assert cli.main(["replay", *(files.get(word, word) for word in words)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("memlab replay: ") and err.count("\n") == 1
    assert why in err


def test_a_bar_only_in_a_terminal_and_never_with_json(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert replay._bar(argparse.Namespace(json=False)) and not replay._bar(argparse.Namespace(json=True))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    assert not replay._bar(argparse.Namespace(json=False))


def test_in_a_pipe_nothing_but_the_result(trace):
    command = [sys.executable, "-m", "memlab", "replay", trace(SIZES, "记录.csv"), "--curves"]
    run = subprocess.run(command, capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.decode().startswith("记录.csv: 5 accesses")
