"""What users rely on: public names, how they are called, what they return, what commands print as JSON.

Names are added and never renamed. What breaks a line here breaks somebody's program: it needs a new major
version and a word in CHANGELOG.md.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re

import pytest

from memlab import cli

# Module -> public name -> the parameters that may be given, those by position first and in this order.
CALLS = {
    "memlab.flow": {
        "Program.from_dicts": "items procedures",
        "Program.from_turns": "turns",
        "solve": "program analysis trace",
        "liveness_analysis": "statements",
    },
    "memlab.zset": {
        "EmulatedRedis": "decode_responses clock",
        "EmulatedRedis.execute_command": "self args",
    },
    "memlab.bank": {
        "MemoryBank": "capacity policy size clock record",
        "MemoryBank.add": "self content importance id ttl",
        "MemoryBank.recall": "self keywords top",
        "MemoryBank.get": "self id",
        "MemoryBank.forget": "self id",
        "MemoryBank.why": "self id",
        "PriorityMemory": "client tenant settings clock",
    },
    "memlab.replay": {
        "simulate": "trace policy capacity unit seed settings pinned",
        "read_trace": "source format name",
    },
    "memlab.facts": {
        "FactBook": "tenant rules settings extractor clock",
        "FactBook.hear": "self text at role source",
        "FactBook.values": "self attribute entity",
        "FactBook.pending": "self",
        "FactBook.history": "self attribute entity",
        "FactBook.rollback": "self version",
        "FactBook.as_of": "self at",
    },
    "memlab.tiers": {
        "MemoryStore": "tenant path client warm cold settings embed clock agent",
        "MemoryStore.add": "self text id kind at importance confidence session source secret ttl metadata",
        "MemoryStore.recall": "self query top_k",
        "MemoryStore.reconcile": "self heal",
    },
    "memlab.context": {
        "MemoryManager": "tenant path client warm cold settings embed clock agent llm budget reserve",
        "MemoryManager.process_message": "self text llm at",
        "MemoryManager.store_session_memory": "self session_id messages",
        "MemoryManager.recall_memory": "self query top_k",
    },
}
NAMES = {
    "memlab.flow": "LIVENESS REACHING",
    "memlab.bank": "MemoryItem Settings Torn connect rate score",
    "memlab.replay": "POLICIES Result Trace",
    "memlab.facts": "Fact Rules extract",
    "memlab.tiers": "Memory Receipt Settings StoreError",
    "memlab.context": "LLMError OpenAIChat offline_llm rebuild",
    "memlab.chats": "inspect_chats read_chats",
}
POLICIES = "fifo lru lfu clock sieve 2q arc random article scored liveness predicted belady"
ATTRIBUTES = (
    "name age birthday city employer job phone email budget reply_language allergy likes dislikes "
    "instruction order_id task deadline"
)
POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def found(module: str, dotted: str):
    thing = importlib.import_module(module)
    for name in dotted.split("."):
        thing = getattr(thing, name)
    return thing


@pytest.mark.parametrize(
    ("module", "name", "wanted"),
    [(module, name, wanted) for module, calls in CALLS.items() for name, wanted in calls.items()],
)
def test_a_public_name_is_called_as_it_always_was(module, name, wanted):
    parameters = inspect.signature(found(module, name)).parameters
    assert [word for word in wanted.split() if word not in parameters] == []
    by_place = [word for word in parameters if parameters[word].kind in POSITIONAL]
    agreed = [word for word in wanted.split() if word in by_place]
    assert by_place[: len(agreed)] == agreed, "what is new comes last"
    new = [p for word, p in parameters.items() if word not in wanted.split()]
    assert all(p.default is not p.empty or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in new)


@pytest.mark.parametrize(("module", "names"), NAMES.items())
def test_public_names_are_there(module, names):
    public = importlib.import_module(module).__all__
    assert set(names.split()) | {name.split(".")[0] for name in CALLS.get(module, ())} <= set(public)


def test_policies_and_attributes_are_added_and_never_renamed():
    from memlab.facts import RULES
    from memlab.replay import POLICIES as there

    assert set(POLICIES.split()) <= set(there)
    assert set(ATTRIBUTES.split()) <= set(RULES)


def test_a_program_and_its_solutions():
    from memlab.flow import LIVENESS, REACHING, Program, liveness_analysis, solve

    rows = [
        {"id": 0, "use": [], "def": ["b"], "succ": ["x"]},
        {"id": "x", "use": ["b"], "def": [], "succ": []},
    ]
    program = Program.from_dicts(rows)
    live = solve(program, LIVENESS)
    assert (live.before[0], live.after[0]) == (frozenset(), frozenset({"b"}))
    assert solve(program, REACHING).before["x"] == frozenset({("b", 0)})
    live_in, live_out, passes = liveness_analysis(program)
    assert (live_in, live_out) == ([set(), {"b"}], [{"b"}, set()]) and isinstance(passes, int)


def test_redis_answers_in_its_two_voices():
    import redis

    from memlab.zset import EmulatedRedis

    r = EmulatedRedis()
    assert r.execute_command("ZADD", "k", "1", "a") == 1
    assert r.execute_command("ZSCORE", "k", "a") == b"1"
    assert r.zscore("k", "a") == 1.0 and r.zrange("k", 0, -1, withscores=True) == [(b"a", 1.0)]
    with pytest.raises(redis.ResponseError):
        r.execute_command("GET", "k")


def test_a_bank_and_why_it_evicts():
    from memlab.bank import MemoryBank, PriorityMemory
    from memlab.zset import EmulatedRedis

    bank = MemoryBank(capacity=1, policy="fifo", clock=lambda: 0.0)
    bank.add("peanuts", id="a")
    bank.add("rain", id="b")
    assert bank.get("a") is None and [item.id for item in bank.items] == ["b"]
    assert [item.content for item in bank.recall("rain")] == ["rain"]
    assert [gone.id for gone in bank.evict_log] == ["a"] and "evicted" in bank.why("a").text
    assert bank.forget("b") is True and bank.forget("b") is False
    assert list(PriorityMemory(EmulatedRedis(), "u1").items()) == []


def test_a_replay():
    from memlab.replay import simulate

    result = simulate(["a", "b", "a"], policy="lru", capacity=1)
    assert (result.requests, result.misses, len(result.evictions), result.miss_ratio) == (3, 3, 2, 1.0)


def test_a_book_of_facts():
    from memlab.facts import FactBook

    book = FactBook(tenant="u1", clock=lambda: 0.0)
    book.hear("我住在北京。", at=1.0)
    assert book.values("city") == ["北京"] and book.pending() == []
    book.hear("我搬到上海了。", at=2.0)
    assert [fact.value for fact in book.history("city")] == ["北京", "上海"]
    assert book.as_of(1.5).values("city") == ["北京"]


def test_a_manager():
    from memlab.context import MemoryManager, offline_llm

    manager = MemoryManager("u1", llm=offline_llm, clock=lambda: 1e9)
    answer = manager.process_message("I live in Ulm.", offline_llm)
    assert {"response", "context_used", "session_id", "tokens", "context", "decisions", "recalled"} <= set(
        answer
    )
    assert isinstance(answer["response"], str) and "Ulm" in answer["context_used"]
    manager.store_session_memory("s9", [{"role": "user", "content": "I like tea."}])
    hits = manager.recall_memory("tea", top_k=1).hits
    assert len(hits) == 1 and "tea" in hits[0].memory.text and hits[0].score > 0


LOCOMO = [
    {
        "sample_id": "ours",
        "conversation": {
            "speaker_a": "Mei",
            "speaker_b": "Tom",
            "session_1_date_time": "1:00 pm on 5 May, 2023",
            "session_1": [
                {"speaker": "Mei", "dia_id": "D1:1", "text": "I bought a green kettle."},
                {"speaker": "Tom", "dia_id": "D1:2", "text": "Nice!"},
            ],
        },
        "qa": [{"question": "What did Mei buy?", "answer": "a kettle", "evidence": ["D1:1"], "category": 4}],
    }
]
PROGRAM = [{"id": 0, "use": [], "def": ["a"], "succ": [1]}, {"id": 1, "use": ["a"], "def": [], "succ": []}]
CHAT = [
    {"role": "user", "content": "The budget is 900 euros."},
    {"role": "user", "content": "What is the budget?"},
]
TOTALS = ["empty", "messages", "tokens", "dead_messages", "dead_tokens", "dead_share", "peak_tokens"]
NUMBERS = "hits misses miss_ratio evictions share_of_optimum regret knows_the_future"

# Command -> what is in the file that it is given -> paths of keys that its JSON has.
PRINTED = {
    "eval locomo": (
        json.dumps(LOCOMO),
        [f"recall/{k}" for k in (5, 10, 25, 50)]
        + [
            f"survival/{policy}/{share}"
            for policy in ("fifo", "lru", "worth")
            for share in ("0.1", "0.25", "0.5")
        ]
        + ["context"],
    ),
    "eval crosswoz": (
        json.dumps({"1": {"messages": [{"role": "usr", "content": "嗯", "dialog_act": []}]}}),
        ["dialogues", "statements", "dead_share", "uses", "dangling_uses", "pressure/mean", "served/lru"],
    ),
    "replay": (
        "a\nb\na\n",
        ["trace/requests", "unit", "unbounded/misses", "replays/0/capacity", "replays/0/optimum/misses"]
        + [f"replays/0/policies/{p}/{n}" for p in ("fifo", "sieve") for n in NUMBERS.split()],
    ),
    "liveness": (
        json.dumps(PROGRAM),
        [
            "statements/0/id",
            "statements/0/live_in",
            "live_ranges/0/last",
            "dead_definitions",
            "dangling_uses",
            "pressure",
        ],
    ),
    "inspect": (
        json.dumps(CHAT),
        ["source", "format", "budget", "masked", "conversations/0/turns/0/needed_by"]
        + [f"totals/{name}" for name in TOTALS],
    ),
}


@pytest.mark.parametrize("command", PRINTED)
def test_what_a_command_prints_as_json(command, tmp_path, capsys):
    content, paths = PRINTED[command]
    (tmp_path / "given").write_text(content, encoding="utf-8")
    assert cli.main([*command.split(), str(tmp_path / "given"), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert [path for path in paths if not there(printed, path.split("/"))] == []


def there(value, path: list[str]) -> bool:
    """Whether a path of keys (and places of lists) leads somewhere."""
    for key in path:
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError, TypeError, ValueError):
            return False
    return True


def test_commands_are_added_and_never_renamed():
    words = "bench demo doctor eval fit inspect lab liveness migrate pack replay site slides"
    assert set(words.split()) <= set(cli.COMMANDS)


def test_the_plan_of_the_house_names_what_is_there(shared):
    """The block "Public names": every line that imports works, and so does every call on a name of it."""
    text = (shared / "design.md").read_text(encoding="utf-8")
    block = re.search(r"## Public names.*?```python\n(.*?)```", text, re.DOTALL)[1]
    lines = [line for line in block.splitlines() if line.startswith("from memlab")]
    assert len(lines) >= 6
    names: dict[str, object] = {}
    for line in lines:
        exec(line, names)
    for line in block.splitlines():
        said = re.match(r"(?:\w+ = )?(\w+)(\.\w+)?\(", line)
        if said and said[1] in names:
            assert callable(names[said[1]])
            assert said[2] is None or hasattr(names[said[1]], said[2][1:]), line
    assert all(isinstance(node, ast.ImportFrom) for line in lines for node in ast.parse(line).body)
