"""memlab on the command line: the commands are those of COMMANDS.

Each command is a module with `arguments(parser)` and `run(options) -> exit code`; it imports what it needs
when it runs, so that `memlab --help` is there at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from memlab import __version__
from memlab.cli import table
from memlab.cli.errors import CommandError

COMMANDS = {
    "lab": "lay out the course's notebooks and open JupyterLab on the first",
    "doctor": "look at the set-up, a line for each thing, and say how to mend it",
    "demo": "a service call from the first statement to an explained eviction",
    "liveness": "analyse a program given as JSON",
    "replay": "replay a trace under several policies, as shares of the optimum",
    "inspect": "read your own chats: tokens, dead weight, facts, and which policy to take",
    "eval": "measure on annotated conversations: policies, recall, facts, rebuilt contexts",
    "fit": "fit the weights by which turns are rated, on annotated conversations",
    "site": "build the course as a static site that is read without running it",
    "slides": "build a deck of slides for each chapter",
    "pack": "gather all that laptops without internet need to take the course",
    "migrate": "carry a store over from SQLite to PostgreSQL, or back",
    "bench": "measure memlab's speed against peers, as ratios",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 = done, 1 = a problem found, 2 = wrong input (told on stderr)."""
    _prepare_streams()
    words = list(sys.argv[1:] if argv is None else argv)
    words, passed_on = _split(words)
    parser = _parser()
    if not words:
        parser.print_help(sys.stderr)
        return 2
    options = parser.parse_args(words)
    options.passed_on = passed_on
    try:
        code = options.run(options)
        sys.stdout.flush()  # here, where a failure can still be told
        return code
    except CommandError as error:
        return _told(options.command, str(error), 2)
    except BrokenPipeError:  # the reader (head, less) has seen enough
        _drop_output()
        return 0
    except OSError as error:  # mostly a full disk under the output
        _drop_output()
        return _told(options.command, str(error), 2)
    except KeyboardInterrupt:
        return 130


def _told(command: str, problem: str, code: int) -> int:
    print(f"memlab {command}: {table.visible(problem)}", file=sys.stderr)  # files have names of any kind
    return code


def _drop_output() -> None:
    """What is still in the buffer can be written nowhere: else Python would try again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The words before the first `--`, and those after it."""
    cut = words.index("--") if "--" in words else len(words)
    return words[:cut], words[cut + 1 :]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memlab", description="An LLM agent's memory, treated as a program's."
    )
    parser.add_argument("--version", action="version", version=f"memlab {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        module = importlib.import_module(f"{__name__}.{name}")
        command = commands.add_parser(name, help=summary, description=module.__doc__, **_PLAIN)
        module.arguments(command)
        command.set_defaults(run=module.run)
    return parser


_PLAIN: dict = {"formatter_class": argparse.RawDescriptionHelpFormatter}


def _prepare_streams() -> None:
    """Chinese text must come out whole also where the system's encoding is an old one (Windows pipes).

    An encoding that the user chose stays; what it lacks comes out escaped. A closed stream reads and writes
    nothing, instead of being None.
    """
    chosen = {} if "PYTHONIOENCODING" in os.environ else {"encoding": "utf-8"}
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and hasattr(getattr(sys, name), "reconfigure"):
            getattr(sys, name).reconfigure(errors="backslashreplace", **chosen)
