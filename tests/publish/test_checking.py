"""What the link checker finds: planted faults, each of its own kind."""

from __future__ import annotations

import pytest

from memlab.publish import links
from memlab.publish.place import NotOurs, published

GOOD = '<h1 id="top">茶</h1><a href="#top">up</a> <a href="other.html#here">on</a> <a href="https://example.org/">out</a>'


@pytest.fixture
def folder(tmp_path):
    """Two pages that lead to each other."""
    (tmp_path / "page.html").write_text(GOOD, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "other.html").write_text(
        '<p id="here"><a href="deep/%E8%8C%B6.html">茶</a></p>', encoding="utf-8"
    )
    (tmp_path / "deep" / "茶.html").write_text('<a href="../page.html">back</a>', encoding="utf-8")
    return tmp_path


def test_what_is_good_is_left_alone(folder):
    assert links.problems(folder) == []


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ('<a href="gone.html">x</a>', "leads nowhere: gone.html"),
        ('<a href="other.html#gone">x</a>', "leads nowhere: other.html#gone"),
        ('<a href="#gone">x</a>', "leads nowhere: #gone"),
        ('<a href="/page.html">x</a>', "leads nowhere: /page.html"),
        ('<a href="javascript:alert(1)">x</a>', "leads nowhere: javascript:alert(1)"),
        ('<img src="https://example.org/a.png" alt="a">', "loads https://example.org/a.png"),
        ('<script src="//example.org/a.js"></script>', "loads //example.org/a.js"),
        ('<link rel="stylesheet" href="http://example.org/a.css">', "loads http://example.org/a.css"),
        ('<p style="background: url(https://example.org/a.png)">', "loads https://example.org/a.png"),
        ('<img src="page.html">', "a picture without words: page.html"),
        ('<img src="page.html" alt=" ">', "a picture without words: page.html"),
    ],
)
def test_each_fault_is_told_with_its_page(folder, fault, told):
    (folder / "bad.html").write_text(fault, encoding="utf-8")
    assert links.problems(folder) == [f"bad.html: {told}"]


def test_a_style_sheet_loads_nothing_from_elsewhere(folder):
    (folder / "a.css").write_text('@import "https://example.org/fonts.css";', encoding="utf-8")
    assert links.problems(folder) == ["a.css: loads https://example.org/fonts.css"]


def test_what_was_published_is_replaced_whole(tmp_path):
    for word in ("old", "new"):
        with published(tmp_path / "site") as fresh:
            (fresh / word).touch()
    assert {path.name for path in (tmp_path / "site").iterdir()} == {"new", ".memlab-published"}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_failure_leaves_the_old_as_it_was(tmp_path):
    with published(tmp_path / "site") as fresh:
        (fresh / "old").touch()
    with pytest.raises(RuntimeError), published(tmp_path / "site") as fresh:
        (fresh / "half").touch()
        raise RuntimeError
    assert (tmp_path / "site" / "old").exists() and [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_what_others_put_there_is_never_replaced(tmp_path, kind):
    target = tmp_path / "thesis"
    if kind == "folder":
        target.mkdir()
        (target / "one.txt").touch()
    else:
        target.write_text("mine", encoding="utf-8")
    with pytest.raises(NotOurs, match="memlab did not write it"), published(target):
        pass
    assert target.exists()
