"""Work spread over processes: the same results, errors that surface, and no process left behind."""

from __future__ import annotations

import operator
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

from memlab.replay import processes
from memlab.replay.processes import spread

POSIX = pytest.mark.skipif(not pathlib.Path("/proc/self/stat").exists(), reason="this system has no /proc")
# A script as people write them: without the guard that new processes ask for on some systems.
ENDLESS = """
import time
from memlab.replay.processes import spread
spread(time.sleep, (), [(0.01,), (0.01,), (600,), (600,)], 2, lambda: print("done", flush=True))
"""
# The first process that starts is killed at once, with more luggage on its way to it than a pipe holds.
KILLED = """
import multiprocessing, operator, os, signal, threading
from memlab.replay.processes import spread

def kill():
    while not (begun := multiprocessing.active_children()):
        pass
    os.kill(begun[0].pid, signal.SIGKILL)

threading.Thread(target=kill, daemon=True).start()
print(spread(operator.getitem, (b"x" * 10_000_000,), [(n,) for n in range(5)], 2, lambda: None))
"""


def told():
    calls = []
    return calls, lambda: calls.append(1)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_results_in_the_order_of_the_jobs(workers):
    calls, done = told()
    assert spread(pow, (2,), [(n,) for n in range(9)], workers, done) == [2**n for n in range(9)]
    assert len(calls) == 9
    assert spread(pow, (2,), [], workers, done) == []


def test_the_work_is_done_elsewhere():
    pids = spread(os.getpid, (), [()] * 4, 2, lambda: None)
    assert os.getpid() not in pids


def test_what_cannot_travel_is_done_here():
    def known(*values):
        return os.getpid()

    assert spread(known, (), [(1,), (2,)], 2, lambda: None) == [os.getpid()] * 2
    assert spread(operator.is_, (None,), [(known,), (None,)], 2, lambda: None) == [False, True]


def test_what_another_process_does_not_know_is_done_here(monkeypatch):
    main = sys.modules["__main__"]  # as a class in a cell of a notebook
    monkeypatch.setattr(main, "Cell", type("Cell", (), {"__module__": "__main__"}), raising=False)
    assert spread(operator.is_not, (None,), [(main.Cell(),), (3,)], 2, lambda: None) == [True, True]
    assert spread(isinstance, (main.Cell(),), [(main.Cell,)], 2, lambda: None) == [True]


def test_an_error_of_a_job_surfaces():
    with pytest.raises(ZeroDivisionError):
        spread(divmod, (7,), [(1,), (0,)], 2, lambda: None)


def test_an_error_of_the_listener_surfaces_and_ends_all():
    def stop():
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        spread(time.sleep, (), [(0,), (600,)], 2, stop)


def test_nothing_of_the_caller_is_changed():
    main = vars(sys.modules["__main__"])
    before = {name: main.get(name) for name in ("__file__", "__spec__")}
    spread(pow, (2,), [(3,)], 2, lambda: None)
    assert {name: main.get(name) for name in before} == before
    if hasattr(signal, "pthread_sigmask"):
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def processes_of(session: int) -> set[int]:
    """The processes of a session, but for those that have ended already."""
    found = set()
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, its = path.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[:4]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its) == session and state != "Z":
            found.add(int(path.parent.name))
    return found


def gone(session: int) -> bool:
    """Whether all its processes end; a busy machine may take a while."""
    for _ in range(600):
        if not processes_of(session):
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def endless(tmp_path):
    """The script with its two workers at work."""
    script = tmp_path / "script.py"
    script.write_text(ENDLESS, encoding="utf-8")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([sys.executable, script], start_new_session=True, **pipes) as run:
        assert run.stdout.readline() == run.stdout.readline() == b"done\n", run.stderr.read()
        assert len(processes_of(run.pid)) >= 3
        yield run
        for pid in processes_of(run.pid):
            os.kill(pid, signal.SIGKILL)


@POSIX
def test_the_keyboard_ends_all(endless):
    os.killpg(endless.pid, signal.SIGINT)  # as a terminal does: to every process
    assert gone(endless.pid)
    error = endless.stderr.read()
    assert error.count(b"Traceback") == 1 and error.endswith(b"KeyboardInterrupt\n"), (
        "and no worker complains"
    )


@POSIX
def test_an_interrupt_of_the_first_process_alone_ends_all(endless):
    endless.send_signal(signal.SIGINT)
    assert gone(endless.pid)


@POSIX
def test_a_kernel_that_is_killed_takes_its_workers_with_it(endless):
    endless.kill()
    assert gone(endless.pid)


def test_where_the_pool_closes_while_it_is_filled_the_work_is_done_here(monkeypatch):
    def submit(*_):
        raise OSError("handle is closed")

    monkeypatch.setattr(processes.ProcessPoolExecutor, "submit", submit)
    calls, done = told()
    assert spread(pow, (2,), [(3,), (4,)], workers=2, done=done) == [8, 16]
    assert len(calls) == 2


@POSIX
def test_where_a_worker_is_killed_as_it_starts_the_work_is_done_here(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", KILLED],
        capture_output=True,
        timeout=60,  # before, it waited for ever
        env=os.environ | {"TMPDIR": str(tmp_path)},
        check=False,
    )
    assert run.stdout.split() == b"[120, 120, 120, 120, 120]".split(), run.stderr
    assert not list(tmp_path.glob("memlab-*"))


def test_where_a_job_kills_its_worker_the_rest_is_done_here():
    calls, done = told()
    here = os.getpid()
    found = spread(end_elsewhere, (here,), [(n,) for n in range(4)], 2, done)
    assert found == [(here, n) for n in range(4)] and len(calls) == 4


def end_elsewhere(here, n):
    """As a process that the system kills for its memory."""
    if os.getpid() != here:
        os._exit(9)
    return here, n
