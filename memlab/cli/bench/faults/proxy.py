"""Proxy: a connection on loopback that can be cut between a command and its reply, or made slow."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

HOST = "127.0.0.1"
CHUNK = 1 << 16
TICK = 0.1  # seconds until a connection notices that the proxy is closed


class Proxy:
    """Forwards to the server of a URL; `url` is its own, with the same user and path."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._there = (parts.hostname or HOST, parts.port or 0)
        self._listener = socket.create_server((HOST, 0))
        self._listener.settimeout(TICK)
        user = f"{parts.username}@" if parts.username else ""
        netloc = f"{user}{HOST}:{self._listener.getsockname()[1]}"
        self.url = urlunsplit(parts._replace(netloc=netloc))
        self._open, self._delay = True, 0.0
        self._left, self._reply = -1, True
        self.cuts = 0
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @contextmanager
    def cutting(self, nth: int, reply: bool) -> Iterator[None]:
        """The nth message from now on is a connection's last: sent on and not answered, or not even that."""
        self._left, self._reply = nth, reply
        try:
            yield
        finally:
            self._left = -1

    @contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """Every reply is late by so much."""
        self._delay = seconds
        try:
            yield
        finally:
            self._delay = 0.0

    def close(self) -> None:
        """Close all connections."""
        self._open = False
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _accept(self) -> None:
        while self._open:
            with suppress(TimeoutError):
                client, _ = self._listener.accept()
                self._threads.append(threading.Thread(target=self._serve, args=(client,), daemon=True))
                self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError), socket.create_connection(self._there) as server:
            while self._open:
                ready, _, _ = select.select([client, server], [], [], TICK)
                for end in ready:
                    if not self._pass_on(end, client, server):
                        return

    def _pass_on(self, end: socket.socket, client: socket.socket, server: socket.socket) -> bool:
        """Forward what one end has sent; whether the connection goes on."""
        data = end.recv(CHUNK)
        if end is server:
            time.sleep(self._delay)
            client.sendall(data)
        elif self._cuts(data):
            if self._reply:
                server.sendall(data)
                server.recv(CHUNK)  # it was done, and nobody is told
            return False
        else:
            server.sendall(data)
        return bool(data)

    def _cuts(self, data: bytes) -> bool:
        if not data or self._left < 0:
            return False
        self._left -= 1
        self.cuts += self._left < 0
        return self._left < 0
