"""`memlab eval`: the two data sets' reports, and one line for what is neither."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from rich.cells import cell_len

from memlab import cli
from memlab.replay import POLICIES

# Our own, in CrossWOZ's form: the phone is asked for twice, and in between the user states four things.
ASK = [["Request", "酒店", "电话", ""]]
DIALOGUE = [
    ("usr", "找一家安静的酒店。", [["Inform", "酒店", "酒店类型", "安静"], ["Request", "酒店", "名称", ""]]),
    ("sys", "听雨居。", [["Recommend", "酒店", "名称", "听雨居"]]),
    ("usr", "电话呢？", ASK),
    ("sys", "010-1111。", [["Inform", "酒店", "电话", "010-1111"], ["Inform", "酒店", "评分", "4.6分"]]),
    ("usr", "找个景点。", [["Inform", "景点", slot, "都行"] for slot in ("门票", "评分", "地址", "名称")]),
    ("sys", "可以去河边公园。", [["Inform", "景点", "名称", "河边公园"]]),
    ("usr", "酒店电话再说一次？我要安静的那种。", [*ASK, ["Request", "酒店", "酒店类型", ""]]),
    ("sys", "010-1111。", [["Inform", "酒店", "电话", "010-1111"]]),
]
CROSSWOZ = {
    "7": {
        "goal": [],
        "messages": [{"role": r, "content": c, "dialog_act": acts} for r, c, acts in DIALOGUE],
    }
}
# Our own, in LoCoMo's form.
TURNS = [
    "I started pottery on March 3rd with my sister Ada.",
    "Nice!",
    "What did you make?",
    "A blue teapot, it took me four weeks.",
    "Wow, great!",
    "Thanks, talk soon!",
]
LOCOMO = [
    {
        "sample_id": "ours-1",
        "conversation": {
            "speaker_a": "Mei",
            "speaker_b": "Tom",
            "session_1_date_time": "1:00 pm on 5 May, 2023",
            "session_1": [
                {"speaker": "Mei" if n % 2 else "Tom", "dia_id": f"D1:{n}", "text": text}
                for n, text in enumerate(TURNS, start=1)
            ],
        },
        "qa": [
            {"question": "What did Mei start?", "answer": "pottery", "evidence": ["D1:1"], "category": 4},
            {"question": "What was made?", "answer": "a teapot", "evidence": ["D1:4"], "category": 4},
        ],
    }
]


@pytest.fixture
def file(tmp_path):
    def write(data) -> str:
        path = tmp_path / "数据.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        return str(path)

    return write


def printed(capsys, *words):
    assert cli.main(["eval", *words]) == 0
    return capsys.readouterr().out


def test_crosswoz_as_json(file, capsys):
    found = json.loads(printed(capsys, "crosswoz", file(CROSSWOZ), "--json"))
    assert {name: value for name, value in found.items() if name not in ("served", "share_of_optimum")} == {
        "dialogues": 1,
        "statements": 8,
        "definitions": 5,
        "dead_definitions": 4,
        "dead_share": 0.8,
        "uses": 4,
        "dangling_uses": 3,
        "live_ranges": {"count": 1, "median": 7, "p90": 7, "most": 7},
        "pressure": {"mean": 14 / 8, "median": 2, "p90": 2, "most": 2},
    }
    assert list(found["served"]) == ["unbounded", "fifo", "lru", "predicted", "liveness", "optimum"]
    assert found["served"]["lru"] == {"2": 0, "4": 0, "8": 2}
    assert found["share_of_optimum"]["lru"] == {"2": 0, "4": 0, "8": 1}
    assert list(found["share_of_optimum"]) == list(found["served"])[1:], "no share is above 1"
    assert found["served"]["liveness"] == found["served"]["optimum"] == found["served"]["unbounded"]


def test_crosswoz_as_text(file, capsys):
    out = printed(capsys, "crosswoz", file(CROSSWOZ))
    assert out.startswith("Dialogues: 1, of 8 statements\nDefinitions: 5; 80.0% of them are dead")
    assert "\nUses: 4; 75.0% of them dangle: no definition reaches them\n" in out
    lines = out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    table = lines[lines.index("") :]
    rows = [line.split()[0] for line in table if line.startswith("  ") and "---" not in line]
    assert rows[0] == "policy" and rows[1] == "optimum" and rows[-2] == "unbounded"
    assert "  liveness *" in out


def test_what_is_skipped_in_a_dialogue_is_told(file, capsys):
    odd = json.loads(json.dumps(CROSSWOZ))
    odd["7"]["messages"][0]["dialog_act"] = [["Whistle", "酒店", "名称", ""]] * 9
    assert cli.main(["eval", "crosswoz", file(odd)]) == 0
    err = capsys.readouterr().err.splitlines()
    assert len(err) == 6 and "in 7, message 1: 'Whistle' is no act" in err[0]
    assert err[-1] == "skipped 4 more places"


def test_locomo_as_json(file, capsys):
    found = json.loads(printed(capsys, "locomo", file(LOCOMO), "--json"))
    assert list(found) == ["survival", "recall", "context"]
    assert list(found["recall"]) == ["5", "10", "25", "50"] and found["recall"]["50"] > 0.9
    for row in found["survival"].values():
        assert list(row) == ["0.1", "0.25", "0.5"] and all(0 <= value <= 1 for value in row.values())
    assert {"fifo", "worth", "optimum", "unbounded"} <= set(found["survival"])
    assert found["survival"]["unbounded"] == {"0.1": 1, "0.25": 1, "0.5": 1}


def test_what_is_skipped_in_a_conversation_is_told(file, capsys):
    odd = json.loads(json.dumps(LOCOMO))
    odd[0]["qa"][1]["evidence"] = ["D1:4; D1:77"]
    assert cli.main(["eval", "locomo", file(odd), "--json"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("skipped 'D1:77' in ours-1, question 2: ") and err.count("\n") == 1


def test_locomo_as_text(file, capsys):
    out = printed(capsys, "locomo", file(LOCOMO))
    lines = [line for line in out.splitlines() if line.startswith("  ") and "---" not in line]
    assert lines[0].split() == ["policy", "10.0%", "25.0%", "50.0%"]
    assert lines[1].startswith("  optimum") and any(line.startswith("  unbounded") for line in lines[:-2])
    assert ["recall", *["1.000"] * 4] in [line.split() for line in lines]
    assert max(map(cell_len, out.splitlines())) <= 80


@pytest.mark.parametrize(("dataset", "data"), [("crosswoz", CROSSWOZ), ("locomo", LOCOMO)])
def test_the_future_is_marked(dataset, data, file, capsys):
    rows = [line.split() for line in printed(capsys, dataset, file(data)).splitlines() if line[:2] == "  "]
    known = [row for row in rows if row[0] in POLICIES]
    assert known and all((row[1] == "*") == POLICIES[row[0]].foresight for row in known)


@pytest.mark.parametrize("dataset", ["crosswoz", "locomo"])
@pytest.mark.parametrize("content", ["", "[", "7", '{"a": 7}', "[[]]"])
def test_what_is_no_data_set_is_one_line(dataset, content, file, capsys):
    assert cli.main(["eval", dataset, file(content)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("memlab eval: ") and err.count("\n") == 1


@pytest.mark.parametrize(("dataset", "data"), [("locomo", CROSSWOZ), ("crosswoz", LOCOMO)])
def test_the_other_data_sets_file_is_told_in_short(dataset, data, file, capsys):
    assert cli.main(["eval", dataset, file(data)]) == 2
    err = capsys.readouterr().err
    assert "pass " in err and len(err) < 300


@pytest.mark.parametrize("dataset", ["crosswoz", "locomo"])
def test_a_file_that_is_not_there(dataset, capsys):
    assert cli.main(["eval", dataset, "none.json"]) == 2
    assert capsys.readouterr().err == "memlab eval: cannot read none.json: No such file or directory\n"


def test_another_data_set_is_a_wrong_word(capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["eval", "imdb", "x.json"])


@pytest.mark.long
def test_the_survival_check_runs_on_it(shared):
    command = [sys.executable, shared / "cases" / "check.py", "survival"]
    run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert run.stdout.startswith("evidence survival ("), run.stdout + run.stderr


# facts: our own sentences, or a file of the same form


def labelled(*turns, split="dev", lang="en", kind="move", **labels):
    row = {"id": turns[0][:9], "lang": lang, "kind": kind, "split": split, "turns": turns, **labels}
    return json.dumps(row, ensure_ascii=False)


FACTS = "\n".join(
    [
        labelled("I live in Oslo.", "I have just moved to Rome.", active={"city": ["Rome"]}),
        labelled("I live in Oslo.", "I live in Rome.", active={"city": ["Oslo"]}, pending=["city"]),
        labelled("我对花生过敏。", split="held_out", lang="zh", active={"allergy": ["花生"]}),
        labelled("I live in Lyon.", split="held_out", active={"city": ["Nice"], "age": ["34"]}),
    ]
)


def test_facts_as_json(file, capsys):
    found = json.loads(printed(capsys, "facts", file(FACTS), "--json"))
    assert list(found) == ["held_out", "dev"]
    assert list(found["dev"]) == ["all", "lang", "kind", "attribute"]
    assert found["dev"]["all"] == {
        "conversations": 2,
        "passed": 2,
        "in_force": {"right": 2, "wrong": 0, "missed": 0, "precision": 1, "recall": 1},
        "pending": {"right": 1, "wrong": 0, "missed": 0},
    }
    assert found["held_out"]["lang"]["zh"]["in_force"]["right"] == 1
    assert found["held_out"]["all"]["in_force"] == {
        "right": 1,
        "wrong": 1,
        "missed": 2,
        "precision": 1 / 2,
        "recall": 1 / 3,
    }
    assert found["held_out"]["attribute"]["age"]["in_force"]["precision"] is None


def test_facts_of_a_file_without_halves(file, capsys):
    row = json.loads(FACTS.splitlines()[0])
    del row["split"]
    assert list(json.loads(printed(capsys, "facts", file(row), "--json"))) == ["all"]
    out = printed(capsys, "facts", file(row))
    assert "\n  all      " in out and "By kind, all" in out and "tuned" not in out


def test_facts_that_tell_neither_language_nor_kind_have_no_rows_for_them(file, capsys):
    bare = {"turns": ["I live in Oslo."], "active": {"city": ["Oslo"]}}
    out = printed(capsys, "facts", file(bare))
    assert [line.split()[0] for line in out.splitlines() if " 1.000 " in line] == ["all", "city"]
    assert "By kind" not in out and "all, " not in out
    out = printed(
        capsys, "facts", file("\n".join(map(json.dumps, (bare, {**bare, "lang": "en", "kind": "x"}))))
    )
    rows = [line.strip().split("  ")[0] for line in out.splitlines() if " 1.000 " in line]
    assert rows == ["all", "all, (not told)", "all, en", "city", "(not told)", "x"]


def test_an_attribute_that_is_never_read_is_told_with_its_line(file, capsys):
    odd = labelled("I live in Oslo.", active={"town": ["Oslo"]})
    assert cli.main(["eval", "facts", file(f"{FACTS}\n{odd}"), "--json"]) == 0
    out, err = capsys.readouterr()
    assert "line 5: attribute in active: 'town', allowed is address, age, " in err and err.count("\n") == 1
    assert json.loads(out)["dev"]["all"]["conversations"] == 2


def test_the_form_of_a_facts_file_is_in_the_help_and_in_the_error(file, capsys):
    from memlab.course.sentences import EXAMPLE

    with pytest.raises(SystemExit):
        cli.main(["eval", "facts", "--help"])
    assert f"\n  {EXAMPLE}\n" in capsys.readouterr().out
    assert cli.main(["eval", "facts", file("{}")]) == 2
    assert EXAMPLE in capsys.readouterr().err
    found = json.loads(printed(capsys, "facts", file(EXAMPLE), "--json"))
    assert found["all"]["all"]["passed"] == 1


def test_facts_as_text(file, capsys):
    out = printed(capsys, "facts", file(FACTS))
    lines = out.splitlines()
    assert max(map(cell_len, lines)) <= 80
    rows = {line[2:].split("  ")[0]: line.split() for line in lines if line.startswith("  ")}
    assert rows["held out"][2:] == ["1", "1", "2", "0.500", "0.333", "0", "0", "0"]
    assert rows["dev, en"][2:] == ["2", "0", "0", "1.000", "1.000", "1", "0", "0"]
    assert rows["age"][1:] == ["0", "0", "1", "-", "0.000", "0", "0", "0"]
    assert {"held out, zh", "allergy", "city", "move"} <= set(rows)


def test_failures_are_told_on_demand_and_never_those_held_out(file, capsys):
    odd = labelled("I live in Bern.\u202e", active={"city": ["Graz"]}, pending=["age"])
    words = ["eval", "facts", file(f"{FACTS}\n{odd}")]
    assert cli.main(words) == 0 and capsys.readouterr().err == ""
    assert cli.main([*words, "--verbose"]) == 0
    err = capsys.readouterr().err
    assert err == (
        "I live in I live in Bern.\\u202e\n    wrong city: bern; missed city: graz; not held age\n"
    )


def test_only_the_first_failures_are_told(file, capsys):
    rows = [labelled(f"I live in Bern {n}.", active={"age": ["1"]}) for n in range(23)]
    assert cli.main(["eval", "facts", file("\n".join(rows)), "--verbose"]) == 0
    err = capsys.readouterr().err.splitlines()
    assert len(err) == 41 and err[-1] == "and 3 more"


def test_an_odd_line_of_a_facts_file_is_told(file, capsys):
    assert cli.main(["eval", "facts", file(f"{FACTS}\n[7]"), "--json"]) == 0
    err = capsys.readouterr().err
    assert "line 5: line: [7], allowed is an object" in err and err.count("\n") == 1


@pytest.mark.parametrize("content", ["", "[", "7", '{"a": 7}', "[[]]"])
def test_what_holds_no_labelled_conversation_is_one_line(content, file, capsys):
    assert cli.main(["eval", "facts", file(content)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("memlab eval: labelled conversations: ") and err.count("\n") == 1


def test_a_facts_file_that_is_not_there(capsys):
    assert cli.main(["eval", "facts", "none.jsonl"]) == 2
    assert capsys.readouterr().err == "memlab eval: cannot read none.jsonl: No such file or directory\n"


def test_facts_alone_measures_the_courses_own(capsys):
    found = json.loads(printed(capsys, "facts", "--json"))
    assert list(found) == ["held_out", "dev"]
    for split in found.values():
        assert set(split["lang"]) == {"en", "zh"} and split["all"]["conversations"] >= 300
        parts = split["attribute"].values()
        assert sum(p["in_force"]["right"] for p in parts) == split["all"]["in_force"]["right"] > 200


@pytest.mark.parametrize("dataset", ["crosswoz", "locomo"])
def test_the_other_data_sets_need_their_file(dataset, capsys):
    assert cli.main(["eval", dataset]) == 2
    assert capsys.readouterr().err == f"memlab eval: FILE is missing: pass {dataset}'s own JSON file\n"
