"""Whatever people bring: zips, shards, folders, gzip, open files, bytes, encodings."""

from __future__ import annotations

import gzip
import io
import json
import zipfile

import pytest

from memlab.chats import UnreadableChats, read_chats


@pytest.fixture
def chats(data) -> list[dict]:
    return json.loads((data / "chats" / "chatgpt_conversations.json").read_text(encoding="utf-8"))


@pytest.fixture
def zipped(tmp_path):
    """Writes a zip of the given members."""

    def write(members: dict[str, str | bytes], name: str = "export.zip"):
        with zipfile.ZipFile(tmp_path / name, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, content in members.items():
                archive.writestr(member, content)
        return tmp_path / name

    return write


SIDE = {
    "chat.html": "<html><body>…</body></html>",
    "user.json": '{"id": "user-1", "email": "someone@example.com"}',
    "message_feedback.json": "[]",
    "shared_conversations.json": '[{"id": "1", "conversation_id": "1", "title": "T", "is_anonymous": true}]',
    "model_comparisons.json": "[]",
    "export_manifest.json": '{"files": []}',
    "file-Kq3vN8aWz-tin.jpg": b"\xff\xd8\xff",
    "dalle-generations/file-1.webp": b"RIFF",
    "__MACOSX/._conversations.json": b"\x00\x05\x16\x07",
}
TITLES = ["Allergy and a birthday cake", "搬家清单", "New chat"]


def test_chatgpts_zip_as_it_was_downloaded(zipped, chats):
    read = read_chats(zipped({**SIDE, "conversations.json": json.dumps(chats)}))
    assert [chat.title for chat in read] == TITLES
    assert [p.place for p in read.problems] == ["conversations.json, conversation 3"]
    assert read.format == "chatgpt"


def test_chatgpts_zip_in_shards(zipped, chats):
    shards = {f"conversations-{i:03}.json": json.dumps([chat]) for i, chat in enumerate(chats)}
    read = read_chats(zipped({**shards, **SIDE}))
    assert [chat.title for chat in read] == TITLES
    assert next(chat.place for chat in read) == "conversations-000.json, conversation 1"


def test_claudes_zip(zipped, data):
    text = (data / "chats" / "claude_conversations.json").read_text(encoding="utf-8")
    projects = json.dumps([{"uuid": "p", "name": "P", "docs": [{"filename": "a.md", "content": "x"}]}])
    read = read_chats(zipped({"conversations.json": text, "projects.json": projects, "users.json": "[]"}))
    assert (len(list(read)), read.format, read.problems.total) == (2, "claude", 1)


def test_a_folder_is_read_in_order_of_names_and_copies_count_once(tmp_path, chats):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "chat.txt").write_text("User: hi\nAssistant: hello\n", encoding="utf-8")
    (tmp_path / "a.json").write_text(json.dumps(chats[:2]), encoding="utf-8")
    (tmp_path / "c.json").write_text(json.dumps(chats[1:2]), encoding="utf-8")
    (tmp_path / "d.json").write_text('{"colour": "red"}', encoding="utf-8")
    (tmp_path / ".hidden.json").write_text(json.dumps(chats), encoding="utf-8")
    read = read_chats(tmp_path)
    assert [chat.title for chat in read] == [*TITLES[:2], ""]
    again, other = map(str, read.problems)
    assert again.startswith("c.json, conversation 1: the same conversation as in a.json, conversation 2")
    assert other.startswith("d.json: an object with the fields 'colour' is neither")


def test_gzip(tmp_path, chats):
    (tmp_path / "chats.json.gz").write_bytes(gzip.compress(json.dumps(chats).encode()))
    assert [chat.title for chat in read_chats(tmp_path / "chats.json.gz")] == TITLES


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"]
)
@pytest.mark.parametrize("text", ['[{"role": "user", "content": "我在杭州"}]', "User: 我在杭州\r\n"])
def test_encodings(encoding, text):
    if not text.startswith("[") and encoding in ("utf-16-le", "utf-16-be"):
        encoding = "utf-16"  # a text without a mark that begins with a letter is known by its zeros, too
    (chat,) = read_chats(text.encode(encoding))
    assert chat.messages[0].text == "我在杭州"


def test_bytes_that_are_no_text_are_told():
    read = read_chats(b'[{"role": "user", "content": "' + b"good " * 60000 + b'\xff\xfe"}]')
    (chat,) = read
    assert chat.messages[0].text.endswith("\ufffd\ufffd")
    assert list(map(str, read.problems)) == ["input: some bytes are not utf-8: shown as U+FFFD"]


def test_open_files_of_every_kind_can_be_read_twice(chats, tmp_path):
    text = json.dumps(chats)
    (tmp_path / "c.json").write_text(text, encoding="utf-8")

    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    with open(tmp_path / "c.json", "rb") as file, open(tmp_path / "c.json", encoding="utf-8") as words:
        for source in (
            file,
            words,
            io.BytesIO(text.encode()),
            io.StringIO(text),
            Pipe(text.encode()),
            text.encode(),
        ):
            read = read_chats(source)
            assert [c.title for c in read] == [c.title for c in read] == TITLES
            assert read.problems.total == 1, "not told twice"


def test_progress_ends_at_the_size(tmp_path, chats, zipped):
    text = json.dumps(chats * 40)
    (tmp_path / "c.json").write_text(text, encoding="utf-8")
    for source in (tmp_path / "c.json", zipped({"conversations.json": text})):
        told: list[tuple[int, int]] = []
        read = read_chats(source, progress=lambda done, size, told=told: told.append((done, size)))
        assert sum(1 for _ in read) == 3
        assert told == sorted(told) and told[-1] == (len(text), len(text)) == (read.bytes_read, read.size)


def test_a_zip_is_never_unpacked_to_disk(zipped, tmp_path):
    members = {"../../evil.json": '[{"role": "user", "content": "hi"}]', "C:\\x\\y.json": "[]"}
    read = read_chats(zipped(members))
    assert [c.messages[0].text for c in read] == ["hi"]
    assert [p.name for p in tmp_path.rglob("*")] == ["export.zip"]
    assert not (tmp_path.parent.parent / "evil.json").exists()


def test_a_bomb_is_stopped(zipped, monkeypatch):
    monkeypatch.setattr("memlab.chats.files.LEAST_BOMB", 1 << 20)
    bomb = "[" + '{"role": "user", "content": "hi"}, ' + " " * (3 << 20) + "]"
    read = read_chats(zipped({"conversations.json": bomb}))
    (chat,) = read
    assert chat.messages[0].text == "hi"
    assert "unpacks to more than 1,048,576 bytes" in str(next(iter(read.problems)))


def test_a_damaged_zip_gives_what_can_be_read(zipped, chats, tmp_path):
    path = zipped({"a.json": json.dumps(chats[:1]), "b.json": json.dumps([chats[1]] * 300)})
    content = bytearray(path.read_bytes())
    middle = content.index(b"b.json") + 60
    content[middle : middle + 40] = bytes(40)
    read = read_chats(bytes(content))
    assert next(iter(read)).title == TITLES[0]
    list(read)
    assert any(p.place.startswith("b.json") for p in read.problems)
    with pytest.raises(UnreadableChats, match="cannot be opened"):
        read_chats(path.read_bytes()[:200])


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_chats(tmp_path / "none.json")


def test_an_empty_folder_and_an_empty_zip(tmp_path, zipped):
    for source in (tmp_path, zipped({"chat.html": "x"})):
        with pytest.raises(UnreadableChats, match="there is no file in it"):
            read_chats(source)
            (tmp_path / "export.zip").unlink()
