"""`memlab inspect`: what it prints, what it writes, and one clear line for everything that is wrong."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace

import pytest

from memlab import cli

SAID = [
    "My order T-7316 has not come.",
    "I am sorry.",
    "Anything else?",
    "No.",
    "So where is T-7316?",
    "Here.",
]


@pytest.fixture
def chats(tmp_path):
    path = tmp_path / "chats.json"
    said = [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(SAID)]
    path.write_text(json.dumps(said), encoding="utf-8")
    return path


@pytest.fixture
def page(monkeypatch):
    """The page that the view draws, for as long as this is not about the view."""
    monkeypatch.setitem(
        sys.modules, "memlab.view.chats_report", SimpleNamespace(chats_report=lambda report: "<p>茶</p>")
    )


def printed(capsys, *words):
    assert cli.main(["inspect", *map(str, words)]) == 0
    return capsys.readouterr()


def refused(capsys, *words):
    assert cli.main(["inspect", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("memlab inspect: ") and err.count("\n") == 1
    return err


def test_the_report_is_printed_with_what_is_masked(chats, capsys):
    out = printed(capsys, chats, "--budget", "15").out
    assert out.startswith("chats.json (openai)\n1 conversation, 6 messages, ")
    assert "T-7316" not in out and "[number]" in out
    assert "What each policy would have dropped at 15 tokens" in out


def test_reveal_shows_it(chats, capsys):
    out = printed(capsys, chats, "--reveal").out
    assert "T-7316" in out and "Nothing is masked" in out


def test_json_holds_all_of_it(chats, capsys):
    out, err = printed(capsys, chats, "--json", "--budget", "15", "--top", "0")
    report = json.loads(out)
    assert (report["budget"], report["totals"]["messages"], err) == (15, 6, "")
    assert report["conversations"][0]["turns"] == []


def test_standard_input(chats, capsys, monkeypatch):
    monkeypatch.setattr(
        sys, "stdin", SimpleNamespace(buffer=io.BytesIO(chats.read_bytes()), encoding="utf-8")
    )
    assert "6 messages" in printed(capsys, "-").out


def test_the_page_is_written_for_its_owner_alone(chats, page, capsys, tmp_path):
    out = tmp_path / "report.html"
    err = printed(capsys, chats, "--html", out).err
    assert out.read_text(encoding="utf-8") == "<p>茶</p>" and str(out) in err
    assert [path.name for path in tmp_path.iterdir()] == ["chats.json", "report.html"] or len(
        list(tmp_path.iterdir())
    ) == 2
    if sys.platform != "win32":
        assert out.stat().st_mode & 0o077 == 0


def test_a_page_that_cannot_be_written_leaves_the_old_one(chats, page, capsys, tmp_path, monkeypatch):
    out = tmp_path / "report.html"
    out.write_text("old", encoding="utf-8")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert cli.main(["inspect", str(chats), "--html", str(out)]) == 2
    assert f"cannot write {out}: No space left" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chats.json", "report.html"]


def test_ctrl_c_leaves_no_half_page(chats, page, capsys, tmp_path, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", stopped)
    assert cli.main(["inspect", str(chats), "--html", str(tmp_path / "report.html")]) != 0
    assert [path.name for path in tmp_path.iterdir()] == ["chats.json"]


def test_the_page_never_takes_the_place_of_the_chats(chats, capsys, tmp_path):
    before = chats.read_bytes()
    assert "is FILE itself, which would be lost" in refused(capsys, chats, "--html", chats)
    assert chats.read_bytes() == before
    assert "is no place for a file" in refused(capsys, chats, "--html", tmp_path)
    assert "is no place for a file" in refused(capsys, chats, "--html", "")
    assert "is no place for a file" in refused(capsys, chats, "--html", tmp_path / "none" / "a.html")


def test_what_is_wrong_is_told_in_one_line(chats, capsys, tmp_path):
    assert "cannot read none.json: No such file" in refused(capsys, "none.json")
    assert "FILE: '' is no file" in refused(capsys, "")
    assert "budget: 0 is not allowed" in refused(capsys, chats, "--budget", "0")
    assert "top: -1 is not allowed" in refused(capsys, chats, "--top", "-1")
    assert "format: 'icq', allowed are" in refused(capsys, chats, "--format", "icq")
    other = tmp_path / "other.json"
    other.write_text('{"tea": 1}', encoding="utf-8")
    assert "no chat was found" in refused(capsys, other)


def test_a_number_that_is_none_is_refused_by_the_parser(chats, capsys):
    with pytest.raises(SystemExit):
        cli.main(["inspect", str(chats), "--budget", "many"])
    assert "--budget" in capsys.readouterr().err
