"""The page of the benchmark is made from what `memlab bench --json` wrote, and from nothing else."""

from __future__ import annotations

import copy
import json
import re

import pytest

from memlab.cli.bench import ROOMS
from memlab.cli.bench.report import document
from memlab.cli.bench.results import Count, Growth, LeftOut, Measurement
from memlab.cli.bench.scaling import GROWTHS
from memlab.publish import benchmarks
from memlab.publish.benchmarks import BENCH, SCALING, lay_benchmarks, page

ODD = "a|b <b>*c*</b> `d` [e](f) $g$"


@pytest.fixture(scope="module")
def committed():
    return [json.loads(path.read_text(encoding="utf-8")) for path in (BENCH, SCALING)]


@pytest.fixture
def made():
    """Two documents as the command makes them, of results that are known."""
    results = [
        ("zset", Measurement("ZADD", 2e-6, "fakeredis", 5e-5, 10)),
        ("zset", Measurement(ODD, 0.5, ODD, 0.25, 1)),
        ("replay", Measurement("memory", 64.0, "a tenth", 90.0, None, "bytes")),
        ("faults", Count("power cut", 1_200, {"opened": 1_200}, {"lost": 0, "mixed": 0})),
        ("faults", Count(ODD, 3, {}, {"lost": 2})),
        ("servers", LeftOut("memlab on PostgreSQL", ODD)),
    ]
    growth = Growth("sorting", "cards", [10, 100], {"memlab": [0.1, 1.0], "peer": [1.0, None]})
    return (
        json.loads(json.dumps(document(results, {"zset": 100.0, "faults": 20.0}, quick=False))),
        json.loads(json.dumps(document([("zset", growth)], {"zset": 3.0}, quick=True))),
    )


def fields(documents, kind):
    return {frozenset(row) for document in documents for row in document[kind]}


def test_what_is_committed_fits_what_the_command_writes(committed, made):
    for kind in ("measurements", "counts", "scaling", "left_out"):
        assert fields(committed, kind) <= fields(made, kind), kind
    for ours, written in zip(committed, made, strict=True):
        assert list(ours) == list(written)
        assert set(ours["machine"]) == set(written["machine"])
        assert {type(value) for value in ours["seconds"].values()} == {float}


def test_every_room_is_in_what_is_committed(committed):
    bench, growth = committed
    told = {row["room"] for kind in ("measurements", "counts", "left_out") for row in bench[kind]}
    assert told == set(ROOMS) == {*benchmarks.TITLES, "faults"}
    assert [row["room"] for row in growth["scaling"]] == list(GROWTHS)
    assert all(row["sizes"][-1] == 1_000 * row["sizes"][0] for row in growth["scaling"])
    assert all(row["never"] for row in bench["counts"])


def test_the_page_tells_every_figure(made):
    text, pictures = page(*made)
    cells = [[c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines()]
    assert ["ZADD", "fakeredis", "2 µs", "50 µs", "25 ×", "10 × met"] in plain(cells)
    assert ["memory", "a tenth", "64 bytes", "90 bytes", "1.41 ×", ""] in plain(cells)
    assert ["power cut", "1,200", "opened 1,200", "0", "0"] in plain(cells)
    assert "Of 1,203 times: lost 2, mixed 0." in text
    assert re.search(r"Ratios and faults \| [\d-]+, memlab [\d.]+.*, 2 minutes", text)
    assert re.search(r"Growth \| .*, 3 seconds, a quick run on smaller inputs", text)
    assert list(pictures) == ["growth-zset.svg"] and "_static/pictures/growth-zset.svg" in text
    assert "Left out in this run" in text and "{{" not in text


def plain(cells):
    return [[cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in cells]


def test_no_name_becomes_markup(made):
    text, _ = page(*made)
    row = next(line for line in text.splitlines() if "500 ms" in line.replace("\N{NO-BREAK SPACE}", " "))
    assert len(re.split(r"(?<!\\)\|", row)) == 8
    assert not re.search(r"(?<!\\)[<*`\[$]", row) and "not met" in row.replace("\N{NO-BREAK SPACE}", " ")


def test_a_run_without_faults_and_with_all_servers_says_so(made):
    bench, growth = copy.deepcopy(made)
    bench["counts"], bench["left_out"] = [], []
    text, _ = page(bench, growth)
    assert "None were done in this run." in text and "Left out" not in text and "times:" not in text


def test_what_is_committed_is_what_sphinx_reads(tmp_path, committed):
    lay_benchmarks(tmp_path)
    text, pictures = page(*committed)
    assert (tmp_path / "benchmarks.md").read_text(encoding="utf-8") == text
    for name, svg in pictures.items():
        assert (tmp_path / "_static" / "pictures" / name).read_text(encoding="utf-8") == svg


def test_the_page_is_in_the_site_among_the_contents(site):
    page = (site / "benchmarks.html").read_text(encoding="utf-8")
    assert "--scaling" in page and page.count('<figure class="picture">') == len(GROWTHS)
    assert "benchmarks.html" in (site / "index.html").read_text(encoding="utf-8")
