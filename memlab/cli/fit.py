"""Fit the weights of the importance cues on LoCoMo's conversations, and say how well they carry over.

Prints the evidence that survives under the policy worth: with weights fitted on all conversations of FILE,
with weights fitted on all but the one that is measured, and on those of --held-out, which the fit never sees.
Then the table of weights as it stands in memlab/bank/rating/weights.py.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memlab.cli import table
from memlab.cli.errors import CommandError, reason

if TYPE_CHECKING:
    from memlab.bank.rating import Table
    from memlab.replay.fitting import Sums
    from memlab.replay.locomo import Conversation


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the conversations to fit on: LoCoMo's own JSON")
    parser.add_argument("--held-out", metavar="FILE", help="conversations that the fit does not see")


def run(options: argparse.Namespace) -> int:
    from memlab.replay.fitting import fit, printed, sums_of

    known = _read(options.file)
    held_out = _read(options.held_out) if options.held_out else []
    sums = [sums_of(conversation) for conversation in known]
    fitted = fit(sums)
    rows = [["fitted on", *_survival(known, fitted)], *_left_out(known, sums)]
    rows += [[f"held out: {options.held_out}", *_survival(held_out, fitted)]] if held_out else []
    print("Evidence that survives under the policy worth, by share of the tokens")
    print(*table.lines(["conversations", "10%", "25%", "50%"], rows), "", *printed(fitted), sep="\n")
    return 0


def _read(file: str) -> list[Conversation]:
    from memlab.replay.locomo import read_locomo

    try:
        found = read_locomo(file)
    except OSError as error:
        raise CommandError(f"cannot read {file}: {reason(error)}") from None
    except ValueError as error:  # a TraceError
        raise CommandError(str(error)) from None
    for problem in (problem for conversation in found for problem in conversation.problems):
        print(f"skipped {table.visible(problem.text)}: {problem.why}", file=sys.stderr)
    found = [talk for talk in found if talk.references and any(turn.text for turn in talk.turns)]
    if not found:
        raise CommandError(
            f"{file}: no question refers to a turn with words: pass conversations with evidence"
        )
    return found


def _left_out(known: Sequence[Conversation], sums: Sequence[Sums]) -> list[list[str]]:
    """The mean and each conversation, measured with weights fitted on the others."""
    from memlab.replay.fitting import fit

    if len(known) < 2:
        return []
    found = []
    for n, conversation in enumerate(known):
        weights = fit([*sums[:n], *sums[n + 1 :]])
        found.append([f"  {conversation.name}", *_survival([conversation], weights)])
    means = [f"{sum(float(row[c]) for row in found) / len(found):.3f}" for c in (1, 2, 3)]
    return [["left out in turn", *means], *found]


def _survival(conversations: Sequence[Conversation], weights: Table) -> list[str]:
    from memlab.replay.survival import evidence_survival

    found = evidence_survival(conversations, policies=["worth"], table=weights)["worth"]
    return [table.ratio(value) for value in found.values()]
