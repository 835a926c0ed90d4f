"""Link: a tenant's connection for one transaction, on a single server or on the node of a cluster.

redis-py's own cluster transactions are not used: after a lost connection they send EXEC again without the
WATCH, so one write may be applied twice. All keys of a tenant lie in one slot, so a plain pipeline to the
slot's node does all that is needed, with any redis-py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import redis
from redis.exceptions import (
    AskError,
    AuthenticationError,
    ClusterDownError,
    MovedError,
    RedisClusterException,
    ResponseError,
    TryAgainError,
)

LOST = (redis.ConnectionError, redis.TimeoutError, OSError)  # LOADING and too many clients, too
ELSEWHERE = (ClusterDownError, RedisClusterException, AskError, TryAgainError)  # MOVED, MASTERDOWN, too
Command = tuple[tuple[Any, ...], dict[str, Any]]  # words, and options of redis-py's reading of the reply


@contextmanager
def watched(client: Any, key: str) -> Iterator[Any]:
    """A pipeline on one connection to the server that has this key."""
    if hasattr(type(client), "get_node_from_key"):  # a cluster
        client = client.get_redis_connection(client.get_node_from_key(key))
    pipe = client.pipeline(transaction=True)
    try:
        yield pipe
    except LOST:
        hang_up(pipe)
        raise
    finally:
        pipe.reset()


def ask(pipe: Any, *commands: Command) -> list[Any]:
    """The replies to commands that go out together on a watched connection: one round trip for all."""
    connection, replies = pipe.connection, []
    try:
        connection.send_packed_command(connection.pack_commands([words for words, _ in commands]))
        for words, options in commands:
            try:
                replies.append(pipe.parse_response(connection, words[0], **options))
            except ResponseError as error:
                replies.append(error)
    except BaseException:  # what is not read yet must not be taken for the reply to something else
        hang_up(pipe)
        raise
    for reply in replies:
        if isinstance(reply, Exception):
            raise reply
    return replies


def hang_up(pipe: Any) -> None:
    """Close the connection, so that the end of the pipeline says nothing more over it."""
    if pipe.connection is not None:
        pipe.connection.disconnect()
    pipe.watching = False


def follow(client: Any) -> None:
    """Learn anew which node of a cluster has which slots; as far as one of them answers."""
    if hasattr(type(client), "get_node_from_key"):
        with suppress(*LOST, *ELSEWHERE):
            client.nodes_manager.initialize()


def cause_of_loss(client: Any, error: BaseException) -> BaseException | None:
    """What broke the connection, or keeps the server from answering for a while; None: it is no such error.

    redis-py says WatchError where a connection broke that was watching, too: then it came of the loss.
    """
    if isinstance(error, redis.WatchError):
        return error.__context__ if isinstance(error.__context__, LOST) else None
    if isinstance(error, AuthenticationError):
        return None
    if isinstance(error, MovedError) and not hasattr(type(client), "get_node_from_key"):
        return None
    return error if isinstance(error, (*LOST, *ELSEWHERE)) else None
