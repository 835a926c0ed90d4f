"""Reading traces: every usual form and every usual damage; what is odd is listed, the rest is used."""

from __future__ import annotations

import csv
import gzip
import io
import json
import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.bank.importance import Rater
from memlab.replay import Access, TraceError, read_trace

FIELDS = ("time", "key", "op", "size", "importance", "text")


def rows(trace):
    return [(a.time, a.key, a.operation, a.size, a.importance, a.text) for a in trace]


def whys(trace):
    return [(problem.line, problem.why) for problem in trace.problems]


# -- the forms


def test_keys_one_a_line():
    trace = read_trace("tea\n\n  咖啡 \ntea\n".encode())
    assert rows(trace)[1] == (1, "咖啡", "read", 1, 0.5, "")
    assert [access.key for access in trace] == ["tea", "咖啡", "tea"] and trace.problems == ()


def test_csv_with_a_header_in_any_order():
    text = "size,KEY,importance,Operation,timestamp,text\n12,tea,0.9,WRITE,5,hot\n,tea,,read,7.5,\n"
    assert rows(read_trace(text.encode())) == [
        (5, "tea", "write", 12, 0.9, "hot"),
        (7.5, "tea", "read", 12, 0.9, "hot"),  # what is left open is as it was
    ]


@pytest.mark.parametrize("header", ["time,obj_id,obj_size", "# time, obj-id, obj-size", "ts,Object ID,bytes"])
def test_csv_with_the_names_of_libcachesim(header):
    trace = read_trace(f"{header}\n1,17,4096\n2,17,4096\n".encode())
    assert rows(trace) == [(1, "17", "read", 4096, 0.5, ""), (2, "17", "read", 4096, 0.5, "")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", ", "])
def test_csv_without_a_header_has_the_order_of_libcachesim(delimiter):
    lines = [("1", "a", "10"), ("2", "b", "20"), ("9", "a", "10")]
    trace = read_trace("\n".join(map(delimiter.join, lines)).encode())
    assert rows(trace) == [(float(t), key, "read", int(size), 0.5, "") for t, key, size in lines]


@pytest.mark.parametrize(
    "line, operation",
    [("1,a,10,get", "read"), ("1,a,10,set", "write"), ("1,a,10,200,7,set,0", "write"), ("1,a,10,77", "read")],
)
def test_further_columns_hold_the_operation_where_one_names_operations(line, operation):
    assert rows(read_trace(line.encode() + b"\n")) == [(1, "a", operation, 10, 0.5, "")]


def test_csv_without_a_header_in_the_order_of_a_trace():
    trace = read_trace(b"0,tea,write,12,0.9,hot\n60,tea,read,12,0.9,hot\n")
    assert rows(trace)[0] == (0, "tea", "write", 12, 0.9, "hot") and trace.requests == 1


def test_csv_of_one_column():
    assert [a.key for a in read_trace(b"key\na\nb\n", name="x.csv")] == ["a", "b"]
    assert [a.key for a in read_trace(b"a\nb\n", format="csv")] == ["a", "b"]


def test_quoted_cells_hold_delimiters_quotes_and_line_breaks():
    text = 'time,key,text\n1,"a,b","he said ""tea"""\n2,c,"two\nlines"\nbad,d,\n3,"e",x\n'
    trace = read_trace(text.encode())
    assert [(a.key, a.text) for a in trace] == [("a,b", 'he said "tea"'), ("c", "two\nlines"), ("e", "x")]
    assert [problem.line for problem in trace.problems] == [5]


def test_json_lines_with_our_names_and_others():
    lines = [
        {"time": 1, "key": "tea", "op": "write", "size": 3, "importance": 1, "text": "茶"},
        {"timestamp": 2, "obj_id": 7, "obj_size": 5, "colour": "red"},
        {"id": "first", "key": "second", "operation": "get"},
    ]
    trace = read_trace("\n".join(json.dumps(line) for line in lines).encode())
    assert rows(trace) == [
        (1, "tea", "write", 3, 1, "茶"),
        (2, 7, "read", 5, 0.5, ""),
        (3, "second", "read", 1, 0.5, ""),
    ]


def test_json_lines_of_bare_keys_keep_their_types():
    assert read_trace(b'"a"\n7\n2.5\n"7"\n', format="jsonl").names == ("a", 7, 2.5, "7")


def test_times_may_be_iso_8601():
    times = ["1970-01-01", "1970-01-01T00:01", "1970-01-01 00:02:00Z", "1970-01-01T01:03:00.25+01:00"]
    times += ["1969-12-31T20:04:00-0400", "1970-01-01T02:05:00+02"]
    trace = read_trace("\n".join(["time,key", *(f"{time},a" for time in times)]).encode())
    assert list(trace.times) == [0, 60, 120, 180.25, 240, 300]


def test_times_need_not_ascend():
    assert list(read_trace(b"5,a\n3,b\n").times) == [5, 3]


def test_the_form_is_told_by_the_name_or_given():
    assert read_trace(b"1,a\n2,b\n", format="keys").names == ("1,a", "2,b")
    assert read_trace(b'"a"\n"b"\n', name="keys.txt").names == ("a", "b")
    assert read_trace(b"hello, world\nhow are you?\n").names == ("hello, world", "how are you?")
    assert read_trace(b"a\nb\n", name="log.gz").name == "log.gz"
    with pytest.raises(ValueError, match=r"format: 'xml', allowed are keys, csv, jsonl"):
        read_trace(b"a", format="xml")


# -- the sources


def test_a_path_bytes_lines_and_files_give_the_same(tmp_path):
    text = "time,key\r\n1,茶\r\n2,b\r\n"
    path = tmp_path / "trace.csv"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    (tmp_path / "trace.csv.gz").write_bytes(gzip.compress(text.encode()))
    expected = [(1, "茶", "read", 1, 0.5, ""), (2, "b", "read", 1, 0.5, "")]
    sources = [path, str(path), tmp_path / "trace.csv.gz", path.read_bytes(), memoryview(path.read_bytes())]
    sources += [bytearray(text.encode()), text.splitlines(), io.StringIO(text), iter(text.splitlines(True))]
    for source in sources:
        assert rows(read_trace(source)) == expected
    assert read_trace(path).name == "trace.csv"
    assert read_trace(path.read_bytes(), name="upload.csv").name == "upload.csv"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_any_line_break_will_do(ends):
    assert read_trace(f"a{ends}b{ends}".encode()).names == ("a", "b")


def test_gzip_that_ends_early_gives_what_is_there():
    lines = [f"{n},key{n * 7919 % 1000}" for n in range(5_000)]
    packed = gzip.compress("\n".join(lines).encode())
    trace = read_trace(packed[: len(packed) // 2])
    assert 1_000 < len(trace) < 5_000
    assert any("gzip stream ends early" in problem.why for problem in trace.problems)


def test_gzip_members_may_follow_one_another():
    assert read_trace(gzip.compress(b"a\n") + gzip.compress(b"b\n")).names == ("a", "b")


@pytest.mark.parametrize("source", [3, None, {"key": "a"}, [1, 2], [Access("a")], [b"a"]])
def test_what_is_no_source_is_a_type_error_that_says_what_is(source):
    with pytest.raises(TypeError, match="source"):
        read_trace(source)


def test_no_file_and_a_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="allowed is a file"):
        read_trace(tmp_path / "absent.csv")
    with pytest.raises((IsADirectoryError, PermissionError), match="allowed is a file"):
        read_trace(tmp_path)
    for contents in ("key\na\n", "a\0b", "\ud800"):
        with pytest.raises(TraceError, match="no path: pass contents as bytes or as lines"):
            read_trace(contents)


# -- the damages


@pytest.mark.parametrize(
    "row, why",
    [
        (",a,read,-1,", "size: '-1', allowed is a number from 0"),
        (",a,read,nan,", "size: 'nan'"),
        (",a,read,inf,", "size: 'inf'"),
        (",a,read,1e101,", "size: '1e101'"),
        (",a,read,two,", "size: 'two'"),
        (",a,read,,1.01", "importance: '1.01', allowed is a number from 0 to 1"),
        (",a,read,,-0.1", "importance"),
        (",a,read,,nan", "importance"),
        (",,read,,", "key: there is none"),
        ("nan,a,read,,", "time: 'nan', allowed are seconds or ISO 8601"),
        ("2026-02-30,a,read,,", "time"),
        ("yesterday,a,read,,", "time"),
        (",a,delete,,", "operation: 'delete' is no operation that is known here"),
        (",a", "2 of 5 cells"),
        (",a,read,,,surplus", "6 cells, the header has 5"),
        (',"a"b,read,,', "quotes"),
    ],
)
def test_an_odd_row_is_listed_and_the_rest_is_used(row, why):
    trace = read_trace(f"time,key,op,size,importance\n1,x,read,1,1\n{row}\n2,y,read,1,1\n".encode())
    assert trace.names == ("x", "y")
    [problem] = trace.problems
    assert problem.line == 3 and problem.text == row and why in problem.why


@pytest.mark.parametrize(
    "value, why",
    [
        ('{"key": null}', "key"),
        ('{"op": "read"}', "key"),
        ('{"key": [1]}', "key"),
        ('{"key": {}}', "key"),
        ('{"key": NaN}', "key"),
        ('{"key": "\\ud800"}', "half a character"),
        ('{"key": 1, "size": NaN}', "size"),
        ('{"key": 1, "size": true}', "size"),
        ('{"key": 1, "size": [2]}', "size"),
        ('{"key": 1, "size": 1' + "0" * 400 + "}", "size"),
        ('{"key": 1, "time": Infinity}', "time"),
        ('{"key": 1, "time": {}}', "time"),
        ('{"key": 1, "op": 5}', "operation"),
        ('{"key": 1, "op": ["read"]}', "operation"),
        ('{"key": 1, "text": 5}', "text"),
        ('{"key": 1, "importance": 7}', "importance"),
        ("[1, 2]", "neither an object nor a key"),
        ("true", "neither"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"key": ' + "9" * 5_000 + "}", "not JSON"),
    ],
)
def test_an_odd_json_line_is_listed_and_the_rest_is_used(value, why):
    trace = read_trace(f'{{"key": "x"}}\n{value}\n{{"key": "y"}}\n'.encode())
    assert trace.names == ("x", "y")
    [problem] = trace.problems
    assert problem.line == 2 and why in problem.why and len(problem.text) <= 80 and len(problem.why) < 200


def test_a_torn_last_line_is_reported_and_nothing_else_lost():
    whole = b'{"time": 1, "key": "a"}\n{"time": 2, "key": "b"}\n'
    for cut in range(len(whole) // 2 + 1, len(whole) - 2):
        trace = read_trace(whole[:cut])
        assert trace.names == ("a",)
        assert whys(trace)[0][0] == 2 and "torn last line" in whys(trace)[0][1]
    assert read_trace(whole[:-1]).problems == ()


def test_a_torn_last_row_of_a_csv_is_no_key():
    trace = read_trace(b"time,key,op\n1,long key,write\n2,long ke")
    assert trace.names == ("long key",) and "torn last line" in trace.problems[0].why


def test_a_quote_that_nobody_closes_spoils_one_line():
    text = 'time,key\n1,a\n2,"b\n' + "".join(f"{n},c\n" for n in range(3_000))
    trace = read_trace(text.encode())
    assert len(trace) == 3_001 and [problem.line for problem in trace.problems] == [3]


def test_a_cell_of_more_than_a_thousand_lines_is_none():
    """Else many quotes that nobody closes would each be looked for to the end of the file."""
    text = 'time,key,text\n1,a,"' + "\n" * 1_200 + '"\n2,b,"c\n\nd"\n'
    trace = read_trace(text.encode())
    assert trace.names == ("b",) and trace.problems[0].line == 2


def test_a_huge_cell_spoils_one_line_at_most():
    limit = csv.field_size_limit()
    text = f'time,key\n1,a\n2,{"b" * 300_000}\n3,"{"c" * 300_000}"\n4,d\n'
    trace = read_trace(text.encode())
    assert [len(name) for name in trace.names] == [1, 300_000, 1]
    assert [(problem.line, len(problem.text)) for problem in trace.problems] == [(4, 80)]
    assert csv.field_size_limit() == limit


def test_a_line_that_is_no_text_is_listed():
    trace = read_trace(b"time,key\n1,a\n2,\xff\xfe\n3,b\x00\n4,c\n")
    assert trace.names == ("a", "c")
    assert whys(trace) == [(3, "is not UTF-8"), (4, "holds control characters")]


@pytest.mark.parametrize(
    "content, what",
    [
        (b"", "there is nothing in it"),
        (b" \n\n", "there is nothing in it"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\xff", "not UTF-8"),
        (bytes(range(256)) * 50, "allowed is text in UTF-8"),
        (bytes(1_000), "holds control characters"),
        ("time,key\n1,a\n".encode("utf-16"), "UTF-16"),
        ("time,key\n1,a\n".encode("utf-16-le"), "control characters"),
        ("时间,键\n茶,咖啡\n".encode("gbk"), "not UTF-8"),
        (b"\x1f\x8bgarbage", "gzip"),
        (b"{'key': 'a'}\n{'key': 'b'}\n", "not JSON"),
        (b'[{"key": "a"}]', "one JSON document, but neither LoCoMo nor CrossWOZ"),
        (b'{\n "rows": []\n}', "one JSON document"),
    ],
)
def test_where_nothing_can_be_read_the_error_says_what_was_seen(content, what):
    with pytest.raises(TraceError, match=what) as caught:
        read_trace(content, name="upload")
    assert str(caught.value).startswith("upload: ") and len(str(caught.value)) < 400
    assert "allowed" in str(caught.value).lower() or "gzip" in what


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_where_no_row_can_be_read_the_error_shows_an_example(form):
    with pytest.raises(TraceError, match=r"line 1, 'x,y,z': .*Allowed is .*tea"):
        read_trace(b"x,y,z\nx,y,z\n", format=form)


def test_a_header_without_a_key_is_refused_by_name():
    with pytest.raises(TraceError, match="names no key: call its column key, id or obj_id"):
        read_trace(b"time,colour\n1,red\n", format="csv")


def test_where_no_row_has_an_operation_that_is_known_all_are_reads_and_that_is_said():
    trace = read_trace(b"version,time,op,size,lbn\n1,10,2a,512,77\n1,11,28,512,78\n")
    assert trace.names == ("77", "78") and trace.requests == 2
    [problem] = trace.problems
    assert problem.line == 2 and "every access counts as a read" in problem.why


# -- data sets


def said(*acts, role="usr"):
    return {"role": role, "content": "", "dialog_act": [list(act) for act in acts]}


def test_dialogues_of_crosswoz_one_after_the_other(tmp_path):
    asks = said(("Request", "酒店", "电话", ""))
    states = said(("Inform", "酒店", "价格", "300-400元"))
    dialogues = {
        "7": {"goal": [], "messages": [states, said(role="sys"), asks]},
        "9": {"goal": [], "messages": [states, 3]},
    }
    path = tmp_path / "dialogues.json"
    path.write_text(json.dumps(dialogues, ensure_ascii=False, indent=1), encoding="utf-8")
    for source in (path, path.read_bytes(), gzip.compress(path.read_bytes())):
        trace = read_trace(source)
        assert [(a.key, a.operation, a.time) for a in trace] == [
            ("7/酒店-价格", "write", 0),
            ("7/酒店-电话", "read", 120),
            ("9/酒店-价格", "write", 180),
        ]
        [problem] = trace.problems
        assert problem.line == 2 and problem.text.startswith("message 2: 3")


BEES = {
    "sample_id": "bees",
    "conversation": {
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "I keep bees on the roof."},
            {"speaker": "Bo", "dia_id": "D1:2", "text": "哇，你养蜜蜂！"},
        ],
        "session_1_date_time": "9:05 am on 3 March, 2031",
        "session_2": [{"speaker": "Ann", "dia_id": "D2:1", "text": "The bees made 9 jars of honey."}],
        "session_2_date_time": "9:05 am on 4 March, 2031",
    },
    "qa": [
        {"question": "How many jars?", "evidence": ["D2:1"]},
        {"question": "What does Ann keep, and where?", "evidence": ["D1:1; D2:1", "D9:9"]},
    ],
}


def test_conversations_of_locomo_one_after_the_other():
    content = json.dumps([BEES, {**BEES, "sample_id": "again"}], ensure_ascii=False).encode()
    trace = read_trace(content)
    assert len(trace) == 12 and trace.requests == 6
    first = trace[:6]
    assert [(a.key, a.operation) for a in first] == [
        ("bees/D1:1", "write"),
        ("bees/D1:2", "write"),
        ("bees/D2:1", "write"),
        ("bees/D2:1", "read"),
        ("bees/D1:1", "read"),
        ("bees/D2:1", "read"),
    ]
    assert list(first.times) == [0, 1, 86_400, 86_460, 86_520, 86_520] and trace.times[6] == 86_580
    assert all(a.size == tokens.count(a.text) > 0 for a in first)
    rater = Rater()
    said = [rater.rate(a.text, who, at=a.time).importance for a, who in zip(first[:3], "ABA", strict=True)]
    assert list(first.importances) == [*said, said[2], said[0], said[2]]
    assert [(p.line, p.text[:10]) for p in trace.problems] == [(1, "question 2"), (2, "question 2")]


def test_a_turn_is_rated_by_what_came_before_it_and_never_by_its_questions():
    asked, silent = (read_trace(json.dumps(b).encode()) for b in (BEES, {**BEES, "qa": []}))
    assert [a.importance for a in asked if a.operation == "write"] == list(silent.importances)


def test_the_conversations_of_locomo_that_lie_beside_the_project(shared):
    trace = read_trace(shared / "data" / "locomo_dev.json")
    assert trace.requests > 800 and len({name.split("/")[0] for name in trace.names}) == 5


def test_the_dialogues_of_crosswoz_that_lie_beside_the_project(shared):
    trace = read_trace(shared / "data" / "crosswoz_dev.json")
    assert trace.requests > 300 and trace.problems == () and trace.name == "crosswoz_dev.json"


@pytest.mark.parametrize("form", ["crosswoz", "locomo"])
@pytest.mark.parametrize("content", [b"[", b"{}", b"3", b'"a"', b'{"1": 5}', b"[" * 100_000])
def test_what_is_no_data_set_is_refused(form, content):
    with pytest.raises(TraceError, match=r"^upload: "):
        read_trace(content, format=form, name="upload")


# -- a missed read and its fetch


def lines(*rows):
    return "\n".join(
        json.dumps(dict(zip(("key", "op", "hit", "size"), row, strict=False))) for row in rows
    ).encode()


def test_the_write_after_a_missed_read_is_its_fetch():
    trace = read_trace(
        lines(("a", "write", None, 5), ("a", "read", False), ("b", "read", True), ("a", "write", None, 7))
    )
    assert [(a.key, a.operation, a.size) for a in trace] == [
        ("a", "write", 5),
        ("b", "read", 1),
        ("a", "read", 7),
    ]


@pytest.mark.parametrize(
    ("lines", "unread"),
    [
        (["time,user,key,op", "0,ann,profile,read"], ("user",)),
        (["user id;;key;hit;id", "ann;;profile;true;7"], ("user id", "hit", "id")),
        (["0,tea,3,99,read", "1,cup,3,98,write"], ("column 4",)),
        (["0,tea,3", "1,cup,3"], ()),
        (
            ['{"key": "a", "user": "ann"}', '{"key": "a"}', '{"key": "b", "day": 1, "user": 2}'],
            ("user", "day"),
        ),
        (['{"id": "a", "key": "b", "time": 1, "t": 3, "hit": true}'], ("id", "t")),
        (['"a"', "7"], ()),
    ],
)
def test_columns_that_say_nothing_here_are_named(lines, unread):
    trace = read_trace(lines)
    assert trace.unread == unread and trace.problems == ()


def test_writes_that_fetched_what_was_missed_are_counted():
    rows = ["read", "write", "write", "read", "write"]
    lines = [json.dumps({"key": "a", "op": op, "hit": False}) for op in rows]
    trace = read_trace(lines)
    assert (trace.fetched, trace.requests, len(trace)) == (2, 2, 3)
    assert read_trace(lines[1:3]).fetched == 0


def test_a_missed_read_that_nobody_fetches_stays_and_so_does_a_write_after_a_hit():
    trace = read_trace(
        lines(
            ("a", "write", None, 5),
            ("a", "read", False),
            ("a", "read", False),
            ("b", "read", True),
            ("b", "write"),
        )
    )
    assert trace.operations == ("write", "read", "read", "read", "write")
    assert list(trace.sizes) == [5, 5, 5, 1, 1]


def test_names_keep_the_order_of_appearance_when_a_read_moves_to_its_fetch():
    trace = read_trace(lines(("a", "read", False), ("b", "read", True), ("a", "write", None, 2)))
    assert trace.names == ("b", "a") and trace.ids == (0, 1)


# -- whatever comes

ACCEPTED = (TraceError, OSError, TypeError)
CELLS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["", "read", "write", "1", "-1", "nan", "1e400", "2026-05-01T00:00:00Z", '"', '""', "茶", "\n"]
    ),
)


def survives(source, **options):
    try:
        trace = read_trace(source, **options)
    except ACCEPTED as error:
        assert len(str(error)) < 1_000
        return
    assert len(trace) > 0
    for access in trace:
        assert access.size >= 0 and 0 <= access.importance <= 1 and access.time == access.time
        hash(access.key)
        str(access.key).encode()
    for problem in trace.problems:
        assert problem.line >= 1 and problem.why and len(problem.text) <= 100


FORMS = st.sampled_from([None, "keys", "csv", "jsonl", "crosswoz", "locomo"])


@given(st.binary(max_size=300), FORMS)
def test_any_bytes(content, form):
    survives(content, format=form)


@given(st.binary(max_size=200))
def test_any_bytes_in_gzip_and_any_damage_to_it(content):
    packed = gzip.compress(content)
    survives(packed)
    survives(packed[: len(packed) * 2 // 3])
    survives(b"\x1f\x8b" + content)


@given(st.lists(st.text(max_size=40), max_size=8), FORMS)
def test_any_lines_of_text(content, form):
    survives(content, format=form)


@given(st.text(max_size=60))
def test_any_string_is_taken_for_a_path(text):
    survives(text)


@given(
    st.permutations(FIELDS),
    st.lists(st.lists(CELLS, min_size=1, max_size=7), min_size=1, max_size=6),
    st.sampled_from(",;\t"),
    st.booleans(),
)
def test_half_valid_rows(header, cells, delimiter, headed):
    table = [header, *cells] if headed else cells
    survives("\n".join(map(delimiter.join, table)).encode("utf-8", "surrogatepass"))


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6)),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=3),
    max_leaves=4,
)


@given(
    st.lists(JSON | st.dictionaries(st.sampled_from([*FIELDS, "hit", "id"]), JSON), min_size=1, max_size=5)
)
def test_any_json(values):
    survives("\n".join(map(json.dumps, values)).encode())


GOOD = st.builds(
    lambda *row: row,
    st.floats(-1e9, 1e9),
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=6),
    st.sampled_from(["read", "write"]),
    st.integers(0, 10**6),
    st.floats(0, 1),
    st.text(st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp")), min_size=1, max_size=9),
)


@given(st.lists(GOOD, min_size=1, max_size=8))
def test_what_was_written_well_comes_back(accesses):
    """By Python's own writers: a second implementation of both forms."""
    table = io.StringIO()
    csv.writer(table).writerows([FIELDS, *accesses])
    objects = "\n".join(
        json.dumps(dict(zip(FIELDS, row, strict=True)), ensure_ascii=False) for row in accesses
    )
    for content, form in ((table.getvalue(), "csv"), (objects, "jsonl")):
        trace = read_trace(content.encode(), format=form)
        assert rows(trace) == accesses and trace.problems == ()


def test_two_hundred_thousand_lines_are_read_whole(tmp_path):
    path = pathlib.Path(tmp_path / "big.csv")
    path.write_text(
        "time,key,op\n" + "".join(f"{n},k{n % 999},read\n" for n in range(200_000)), encoding="utf-8"
    )
    trace = read_trace(path)
    assert len(trace) == 200_000 and len(trace.names) == 999
