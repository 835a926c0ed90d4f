"""Servers of our own for tests and measurements: on 127.0.0.1, on free ports, stopped by process id.

What is not installed is told as `Missing`. Redis keeps nothing on disk unless `durable`. PostgreSQL refuses
to run as root, who hands it to the user `postgres`.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

HOST = "127.0.0.1"
WAIT = 30.0  # seconds until a server answers, and until one that was asked to end has ended
SLOTS = 16_384


class Missing(RuntimeError):
    """A server program that is not installed on this machine."""


class Server:
    """One server process, which can be killed, stopped for a while and started anew on the same data."""

    def __init__(
        self, url: str, command: Sequence[str], ready: Callable[[], object], user: str | None = None
    ) -> None:
        self.url, self._command, self._ready, self._user = url, command, ready, user
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id. RuntimeError if it does not run."""
        if self._process is None:
            raise RuntimeError(f"{self._command[0]} does not run: start() it")
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it answers. RuntimeError, with its last words, if it does not."""
        with tempfile.TemporaryFile() as said:
            self._process = subprocess.Popen(
                self._command, stdout=said, stderr=said, user=self._user, cwd="/", start_new_session=True
            )
            end = time.monotonic() + WAIT
            while not self._answers():
                if self._process.poll() is not None or time.monotonic() > end:
                    self.kill()
                    said.seek(0)
                    raise RuntimeError(f"{self._command[0]}: {said.read()[-2000:].decode(errors='replace')}")
                time.sleep(0.02)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it and wait for it; stopped already is stopped."""
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(signal.SIGCONT)  # one that was paused hears nothing else
        process.send_signal(how)
        try:
            process.wait(WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def kill(self) -> None:
        """End it as a power cut would."""
        self.stop(signal.SIGKILL)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """It takes connections and answers nothing."""
        os.kill(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.pid, signal.SIGCONT)

    def _answers(self) -> bool:
        with suppress(Exception):
            return bool(self._ready())
        return False


@contextmanager
def redis_server(*options: str, durable: bool = False) -> Iterator[Server]:
    """A Redis server; `options` are redis-server's; `durable`: every write is on disk when it is answered."""
    with tempfile.TemporaryDirectory(prefix="memlab-redis-") as folder:
        server = _redis(
            Path(folder), *options, *(("--appendonly", "yes", "--appendfsync", "always") * durable)
        )
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis_cluster(nodes: int = 3) -> Iterator[list[Server]]:
    """A Redis cluster of as many masters, each with its share of the slots."""
    with tempfile.TemporaryDirectory(prefix="memlab-cluster-") as folder, ExitStack() as stack:
        servers = []
        for n in range(nodes):
            (place := Path(folder, str(n))).mkdir()
            servers.append(_redis(place, "--cluster-enabled", "yes", "--cluster-node-timeout", "2000"))
            servers[-1].start()
            stack.callback(servers[-1].stop)
        _join(servers)
        yield servers


@contextmanager
def postgres_server(*options: str, durable: bool = False) -> Iterator[Server]:
    """A PostgreSQL server with one superuser, `memlab`; not `durable`: it does not wait for the disk."""
    programs = postgres_programs()
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="memlab-postgres-") as folder:
        if user:
            _hand_over(folder, user)
        data = f"{folder}/data"
        words = [f"{programs}/initdb", "--no-sync", "-U", "memlab", "-A", "trust", "-E", "UTF8"]
        words += ["--locale", "C.UTF-8", "-D", data]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, user=user, cwd="/")
        (port,) = free_ports(1)
        command = [f"{programs}/postgres", "-D", data, "-h", HOST, "-p", str(port), "-k", folder]
        waiting = () if durable else ("-c", "fsync=off", "-c", "synchronous_commit=off")
        ready = [f"{programs}/pg_isready", "-q", "-h", HOST, "-p", str(port)]
        url = f"postgresql://memlab@{HOST}:{port}/postgres"
        server = Server(
            url,
            [*command, *waiting, *options],
            lambda: subprocess.run(ready, check=False).returncode == 0,
            user,
        )
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGINT)  # "fast": without waiting for those who are connected


def _hand_over(folder: str, user: str) -> None:
    try:
        shutil.chown(folder, user)
    except LookupError:
        raise Missing(f"there is no user {user}, as whom root could start postgresql") from None


def free_ports(n: int) -> list[int]:
    """As many ports that nobody listened on a moment ago."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(n)]
        for each in sockets:
            each.bind((HOST, 0))
        return [each.getsockname()[1] for each in sockets]


def _redis(folder: Path, *options: str) -> Server:
    import redis

    program = redis_program()
    port, bus = free_ports(2)
    words = ["--port", str(port), "--bind", HOST, "--save", "", "--dir", str(folder)]
    if "--cluster-enabled" in options:
        words += ["--cluster-port", str(bus)]
    url = f"redis://{HOST}:{port}/0"
    return Server(url, [program, *words, *options], lambda: redis.Redis.from_url(url).ping())


def _join(servers: Sequence[Server]) -> None:
    import redis

    clients = [redis.Redis.from_url(server.url, decode_responses=True) for server in servers]
    share = -(-SLOTS // len(clients))
    for n, client in enumerate(clients):
        client.execute_command("CLUSTER ADDSLOTSRANGE", n * share, min((n + 1) * share, SLOTS) - 1)
        own = client.config_get("cluster-port")["cluster-port"]
        if n:
            clients[0].execute_command(
                "CLUSTER MEET", HOST, client.connection_pool.connection_kwargs["port"], own
            )
    end = time.monotonic() + WAIT
    while not all(_joined(client, len(clients)) for client in clients):
        if time.monotonic() > end:
            raise RuntimeError("the nodes of the cluster did not find each other")
        time.sleep(0.05)


def _joined(client: object, nodes: int) -> bool:
    info = client.execute_command("CLUSTER INFO")  # type: ignore[attr-defined]
    told = info if isinstance(info, dict) else dict(line.split(":") for line in info.split())
    known = client.execute_command("CLUSTER NODES")  # type: ignore[attr-defined]
    return (
        told["cluster_state"] == "ok"
        and len(known if isinstance(known, dict) else known.split("\n")) >= nodes
    )


def _on_posix() -> None:
    """Missing where there is neither SIGSTOP nor SIGKILL."""
    if os.name != "posix":
        raise Missing("servers are started on Linux and macOS only")


def redis_program() -> str:
    """The path of redis-server. Missing if there is none."""
    _on_posix()
    program = shutil.which("redis-server")
    if program is None:
        raise Missing("redis-server is not installed")
    return program


def postgres_programs() -> str:
    """The folder of PostgreSQL's programs, which Debian keeps out of the PATH. Missing if there are none."""
    _on_posix()
    found = shutil.which("postgres")
    if found and shutil.which("initdb"):
        return str(Path(found).resolve().parent)
    found_there = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    versions = sorted(found_there, key=lambda path: float(path.parts[-3]))
    if not versions:
        raise Missing("postgresql is not installed")
    return str(versions[-1].parent)
