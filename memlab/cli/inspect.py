"""Read your own chats and see what a memory would have done with them. Nothing leaves this machine.

FILE is what a chat program gave you: ChatGPT's or Claude's export (the zip as it came, or its JSON), lists
of messages with role and content (JSON, JSON Lines), LangChain or Letta dumps, "role: text" transcripts or
Markdown chats; - reads standard input.

Told are the tokens of each conversation, what is never needed again, the facts and their conflicts, what
each policy would have dropped at a budget and what that would have cost, and which policy to take. E-mails,
phones, numbers, addresses and secrets are masked.

    memlab inspect conversations.json
    memlab inspect chatgpt-export.zip --budget 4000 --html report.html
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import tempfile
from typing import TYPE_CHECKING

from memlab.cli.errors import CommandError, reason

if TYPE_CHECKING:
    from memlab.chats import Chats
    from memlab.chats.report import Report


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the chats; - reads standard input")
    parser.add_argument(
        "--budget", type=int, default=2_000, metavar="N", help="tokens of the memory (default: 2000)"
    )
    parser.add_argument("--html", metavar="OUT", help="write the report as one HTML file as well")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--reveal", action="store_true", help="mask nothing")
    parser.add_argument("--format", metavar="F", help="chatgpt, claude, openai, …; guessed if not given")
    parser.add_argument(
        "--top", type=int, default=3, metavar="N", help="conversations told turn by turn (default: 3)"
    )


def run(options: argparse.Namespace) -> int:
    from memlab.chats import inspect_chats

    if not options.file:
        raise CommandError("FILE: '' is no file: name one, or - for standard input")
    _check_out(options)
    try:
        report = inspect_chats(
            _chats(options),
            budget=options.budget,
            reveal=options.reveal,
            progress=sys.stderr.isatty() and not options.json,
            top=options.top,
        )
    except OSError as error:
        raise CommandError(f"cannot read {options.file}: {reason(error)}") from None
    except (ValueError, TypeError) as error:  # UnreadableChats, or what an option holds
        raise CommandError(str(error)) from None
    page = _page(report) if options.html is not None else ""
    if options.json:
        print(json.dumps(report.to_dict(), ensure_ascii=sys.stdout.encoding.lower() != "utf-8"))
    else:
        print(report)
    if options.html is not None:
        _write(options.html, page)
        print(f"\nThe same as a page: {options.html}", file=sys.stderr)
    return 0


def _chats(options: argparse.Namespace) -> Chats:
    from memlab.chats import read_chats

    source = sys.stdin.buffer.read() if options.file == "-" else options.file
    return read_chats(source, format=options.format)


def _check_out(options: argparse.Namespace) -> None:
    """Before an hour's work: a page that cannot be written, or that would overwrite the chats."""
    if options.html is None:
        return
    out = pathlib.Path(options.html)
    if out.is_dir() or not out.parent.is_dir():
        raise CommandError(
            f"--html: {options.html} is no place for a file: name one in a folder that is there"
        )
    if options.file != "-" and out.exists() and os.path.exists(options.file) and out.samefile(options.file):
        raise CommandError(f"--html: {options.html} is FILE itself, which would be lost: name another")


def _page(report: Report) -> str:
    from memlab.view.chats_report import chats_report

    return chats_report(report)


def _write(name: str, page: str) -> None:
    """The page whole or not at all: what was there before stays until it is."""
    out = pathlib.Path(name)
    try:
        handle, beside = tempfile.mkstemp(dir=out.parent, prefix=".memlab-", suffix=".html")
    except OSError as error:
        raise CommandError(f"cannot write {name}: {reason(error)}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(page)
        os.chmod(beside, 0o600 if not out.exists() else out.stat().st_mode & 0o777)
        os.replace(beside, out)
    except BaseException as error:  # Ctrl-C, too, leaves nothing behind
        pathlib.Path(beside).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CommandError(f"cannot write {name}: {reason(error)}") from None
        raise
