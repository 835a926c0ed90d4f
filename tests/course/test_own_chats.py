"""Chapter 09's judges: random trees and another way to the same branch, the export's walk, a sound mask."""

from __future__ import annotations

import random
import re

import pytest

from memlab.chats import read_chats
from memlab.course import ch09, exercises
from memlab.course.tea_chats import export


def climbed(mapping, current):
    """The same branch, found downwards: the only way from a root to the node."""
    parents = {id: node["parent"] for id, node in mapping.items()}
    ways = {id: [id] for id, parent in parents.items() if parent is None}
    while current not in ways:
        ways |= {
            id: [*ways[parent], id] for id, parent in parents.items() if parent in ways and id not in ways
        }
    return [id for id in ways[current] if mapping[id]["message"]]


@pytest.mark.parametrize("seed", range(40))
def test_the_branch_of_a_random_tree_is_the_only_way_to_its_node(seed):
    mapping, current = ch09.random_tree(random.Random(seed))
    assert ch09.branch(mapping, current) == climbed(mapping, current)
    children = {child for node in mapping.values() for child in node["children"]}
    assert children == {id for id, node in mapping.items() if node["parent"]}


def test_random_trees_branch_and_have_silent_nodes_and_ends_that_are_not_the_newest():
    trees = [ch09.random_tree(random.Random(seed)) for seed in range(60)]
    assert any(len(node["children"]) > 1 for mapping, _ in trees for node in mapping.values())
    assert any(mapping[current]["children"] for mapping, current in trees)
    assert any(sum(not node["message"] for node in mapping.values()) > 1 for mapping, _ in trees)


def test_the_branches_of_the_export_are_what_the_reader_keeps():
    for talk, chat in zip(export(), read_chats(export()), strict=True):
        kept = ch09.branch(talk["mapping"], talk["current_node"])
        assert [talk["mapping"][id]["message"]["content"]["parts"][0] for id in kept] == [
            message.text for message in chat.messages
        ]


def test_a_walk_that_never_ends_is_stopped():
    outcome = exercises()["09.1"].judge(
        lambda mapping, current: [current for _ in iter(lambda: mapping["x"], 0)]
    )
    assert outcome.status == "incorrect"
    tree = ch09.Tree({"a": {"parent": "a"}})
    with pytest.raises(ch09.NotYet, match="round and round"):
        while True:
            tree["a"]


def test_the_pairs_answer_as_the_rule_does():
    assert exercises()["09.2"].judge(ch09.ruled()).status == "correct"
    assert sorted(ch09.ruled().values()).count("joined") == 3


def test_the_prediction_is_what_is_measured_and_without_a_tie():
    found = ch09.lost()
    assert sorted(found.values())[0] < sorted(found.values())[1]
    assert sorted(found.values())[-1] > sorted(found.values())[-2]


def test_the_solution_of_the_masker_leaves_nothing_in_the_export():
    masker = exercises()["09.4"].answer_in(exercises()["09.4"].solution)
    for chat in read_chats(export()):
        for message in chat.messages:
            masked = masker(message.text)
            assert "@" not in masked and not re.search(r"1\d{10}", masked)
            assert "[e-mail]" in masked if "@" in message.text else masked == message.text
