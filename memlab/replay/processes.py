"""Work spread over processes, of which none stays behind, however it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

Job = tuple[Any, ...]
LUGGAGE = "luggage"

_luggage = b""  # in a worker: the pickled (work, common) …
_unpacked: tuple[Callable[..., Any], Job] | None = None  # … and what it holds


def spread(
    work: Callable[..., Any], common: Job, jobs: Sequence[Job], workers: int, done: Callable[[], object]
) -> list[Any]:
    """[work(*common, *job) for job in jobs]; with `workers` > 1 in that many processes, on every system.

    `common` is sent once to each. What another process cannot know (a class of a notebook, a closure) is
    worked on in this one, and so is all that is left when one of them is killed. `done()` is called after
    each job; what it, a job or an interrupt raises ends all.

    >>> spread(pow, (2,), [(3,), (4,)], workers=1, done=lambda: None)
    [8, 16]
    """
    found: dict[int, Any] = {}
    if workers > 1:
        from_workers = _from_workers(work, common, jobs, workers)
        with contextlib.suppress(BrokenProcessPool), contextlib.closing(from_workers) as results:
            for n, value in results:
                found[n] = value
                done()
    for n, job in enumerate(jobs):
        if n not in found:
            found[n] = work(*common, *job)
            done()
    return [found[n] for n in range(len(jobs))]


def _from_workers(
    work: Callable[..., Any], common: Job, jobs: Sequence[Job], workers: int
) -> Generator[tuple[int, Any], None, None]:
    luggage = _packed((work, common))
    bags = {n: bag for n, job in enumerate(jobs) if luggage and (bag := _packed(job))}
    if not bags:
        return
    with _pool(min(workers, len(bags)), luggage) as pool:
        with _by_themselves():
            waiting = _submitted(pool, bags)
        while waiting:  # a wait with an end can be interrupted on every system
            ready, waiting = wait(waiting, timeout=0.5, return_when=FIRST_COMPLETED)
            yield from [(n, value) for n, known, value in (future.result() for future in ready) if known]


def _submitted(pool: ProcessPoolExecutor, bags: dict[int, bytes]) -> set[Future]:
    try:
        return {pool.submit(_work, n, bag) for n, bag in bags.items()}
    except OSError as error:  # no process can be started, or one was killed and the pool closed its pipes
        raise BrokenProcessPool(str(error)) from error


def _packed(value: Any) -> bytes:
    """The value for the journey; empty if it cannot travel."""
    try:
        return pickle.dumps(value)
    except Exception:  # PicklingError, AttributeError, TypeError, or what a __reduce__ raises
        return b""


@contextlib.contextmanager
def _pool(workers: int, luggage: bytes) -> Iterator[ProcessPoolExecutor]:
    """Processes that end with this block, or with this process, be it killed: a pipe's closing tells them.

    The luggage lies in a file: Python hands a new process its arguments through a pipe, and waits for ever if
    it is killed before it has read more of them than the pipe holds.
    """
    context = multiprocessing.get_context("spawn")  # a fork would copy locks that other threads hold
    ends, keeps = context.Pipe(duplex=False)
    folder = Path(tempfile.mkdtemp(prefix="memlab-"))
    pool = ProcessPoolExecutor(workers, context, _prepare, (folder, ends))
    try:
        (folder / LUGGAGE).write_bytes(luggage)
        yield pool
    except BaseException:
        keeps.close()
        raise
    finally:
        pool.shutdown()
        keeps.close()
        ends.close()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _by_themselves() -> Iterator[None]:
    """New processes do not run the caller's script again, guarded or not, and are deaf to the keyboard."""
    main: dict[str, Any] = vars(sys.modules["__main__"])
    before: dict[str, Any] = {name: main[name] for name in ("__file__", "__spec__") if name in main}
    deaf = hasattr(signal, "pthread_sigmask")
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if deaf else set()
    try:
        main["__file__"] = main["__spec__"] = None
        yield
    finally:
        del main["__file__"], main["__spec__"]
        main.update(before)
        if deaf:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _prepare(folder: Path, ends: Connection) -> None:
    """In a worker, first of all."""
    global _luggage
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt is the first process's to handle
    threading.Thread(target=_end_with, args=(ends, folder), daemon=True).start()
    _luggage = (folder / LUGGAGE).read_bytes()


def _end_with(ends: Connection, folder: Path) -> None:
    with contextlib.suppress(EOFError, OSError):
        ends.recv()
    shutil.rmtree(folder, ignore_errors=True)  # a first process that was killed cannot
    os._exit(1)


def _work(n: int, bag: bytes) -> tuple[int, bool, Any]:
    """In a worker: (the job's number, whether it is known here, its result)."""
    global _luggage, _unpacked
    try:
        work, common = _unpacked = _unpacked or pickle.loads(_luggage)
        _luggage = b""
        job = pickle.loads(bag)
    except Exception:  # mostly a class of the first process's script or notebook
        return n, False, None
    return n, True, work(*common, *job)
