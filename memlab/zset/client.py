"""EmulatedRedis: redis-py's client, with the engine where the network would be."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import redis
from redis.connection import AbstractConnection

from memlab.zset.commands import encode
from memlab.zset.engine import Engine
from memlab.zset.keyspace import Session


class EmulatedRedis:
    """Redis 7.0 in this process: redis-py's methods, and `execute_command` for raw RESP2 replies.

    The methods, pipelines and `transaction` are redis-py's own and only the connection is ours, so names,
    arguments, return shapes and exceptions are those of the redis-py that is installed, talking RESP2
    (which are also those of its default client). A command that is not here answers "unknown command".
    Keys expire by `clock` (UTC seconds); `seed` fixes what the random commands draw. Threads may share it.

    Differences that one can meet: SCAN and its kin answer with everything at once and cursor 0; -0 is 0; a
    negative LIMIT offset selects nothing; ZRANK knows WITHSCORE already (Redis 7.2); INCRBYFLOAT stays
    within the range of doubles; a key is gone at its deadline and not one millisecond later.

    >>> r = EmulatedRedis(decode_responses=True)
    >>> r.zadd("hot", {"allergy": 10, "weather": 0.1})
    2
    >>> r.zrange("hot", 0, -1, withscores=True)
    [('weather', 0.1), ('allergy', 10.0)]
    >>> r.execute_command("ZPOPMIN", "hot")
    ['weather', '0.10000000000000001']
    """

    def __init__(
        self,
        decode_responses: bool = False,
        clock: Callable[[], float] = time.time,
        seed: int | None = None,
    ) -> None:
        self._engine = Engine(clock, seed)
        self._session = Session()
        self._decode = decode_responses
        self._client = _Client(self._engine, self._session, decode_responses)

    def execute_command(self, *args: Any) -> Any:
        """Run one command given as words; the raw reply: int, None, list, and bytes or (decoded) str."""
        reply = self._engine.run(self._session, args)
        return decode(reply) if self._decode else reply

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        method = getattr(self._client, name)
        self.__dict__[name] = method  # found at once from now on
        return method

    def __dir__(self) -> Iterable[str]:
        return {*super().__dir__(), *(name for name in dir(self._client) if not name.startswith("_"))}

    def __enter__(self) -> EmulatedRedis:
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()

    def __repr__(self) -> str:
        return f"EmulatedRedis({self.execute_command('DBSIZE')} keys)"


class _Client(redis.Redis):
    """redis-py's client; single commands take the short way, pipelines go over a connection as usual."""

    def __init__(self, engine: Engine, session: Session, decode_responses: bool) -> None:
        pool = redis.ConnectionPool(
            connection_class=_Loopback, engine=engine, decode_responses=decode_responses, protocol=2
        )
        super().__init__(connection_pool=pool)
        self._engine, self._session, self._decode = engine, session, decode_responses
        # redis-py's methods write names in capitals, so its slow case-insensitive lookup can be passed by
        self._callback = partial(dict.get, self.response_callbacks)

    def execute_command(self, *args: Any, **options: Any) -> Any:
        reply = self._engine.run(self._session, args)
        if self._decode:
            reply = decode(reply)
        callback = self._callback(args[0])
        if callback is None:
            return reply
        options.pop("keys", None)  # only meant for redis-py's client-side cache
        return callback(reply, **options)


class _Loopback(AbstractConnection):
    """A connection whose other end is an Engine: what is sent is answered at once, in order."""

    def __init__(self, engine: Engine, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._engine = engine
        self._session = Session()
        self._replies: deque[Any] = deque()

    def pack_command(self, *args: Any) -> list[Any]:
        return self.pack_commands([args])

    def pack_commands(self, commands: Iterable[tuple[Any, ...]]) -> list[Any]:
        """All words are encoded before any command runs, so a bad one stops the whole pipeline."""
        return [tuple(encode(word) for word in args) for args in commands]

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        for args in command:
            try:
                self._replies.append(self._engine.run(self._session, args))
            except redis.ResponseError as error:
                self._replies.append(error)

    def send_command(self, *args: Any, **kwargs: Any) -> None:
        self.send_packed_command(self.pack_command(*args))

    def read_response(self, disable_decoding: bool = False, **kwargs: Any) -> Any:
        reply = self._replies.popleft()
        if isinstance(reply, redis.ResponseError):
            raise reply
        return decode(reply) if self.encoder.decode_responses and not disable_decoding else reply

    def can_read(self, timeout: float = 0, **kwargs: Any) -> bool:
        return bool(self._replies)

    def connect(self) -> None:
        """There is nothing to connect to."""

    def disconnect(self, *args: Any, **kwargs: Any) -> None:
        if hasattr(self, "_replies"):  # also called on a connection that was never finished
            self._replies.clear()
            self._engine.close(self._session)

    def repr_pieces(self) -> list[tuple[str, Any]]:
        return []

    def _connect(self) -> None: ...

    def _host_error(self) -> str:
        return "memlab"


def decode(reply: Any) -> Any:
    """A reply with every bulk string as str."""
    if type(reply) is bytes:
        return reply.decode()
    if type(reply) is list:
        try:
            return list(map(bytes.decode, reply))  # most lists are of bulk strings only
        except TypeError:
            return [decode(item) for item in reply]
    return reply
