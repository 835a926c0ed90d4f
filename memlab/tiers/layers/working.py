"""WorkingLayer: the values of a running task, which are gone when the task ends."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from memlab import checks
from memlab.tiers.errors import StoreError
from memlab.tiers.layers import shapes
from memlab.tiers.layers.documents import Documents, plain

WORKING = shapes.record({"owner": shapes.text, "values": shapes.named(shapes.anything)})


class Working(MutableMapping[str, Any]):
    """The values of one task: names -> JSON values, read from and written to the store at once."""

    def __init__(self, documents: Documents, task: str, lifetime: float | None, me: str) -> None:
        self._documents, self.task, self._lifetime, self._me = documents, task, lifetime, me
        self._open = True

    def __getitem__(self, name: str) -> Any:
        return self._values()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        checks.text("name", name, empty=False)
        new = plain(name, value)
        self._change(lambda values: {**values, name: new})

    def __delitem__(self, name: str) -> None:
        if name not in self._values():
            raise KeyError(name)
        self._change(lambda values: {k: v for k, v in values.items() if k != name})

    def __iter__(self) -> Iterator[str]:
        return iter(self._values())

    def __len__(self) -> int:
        return len(self._values())

    def __repr__(self) -> str:
        return f"<Working {checks.shown(self.task)}: {', '.join(self) or 'nothing'}>"

    def _values(self) -> dict[str, Any]:
        found = self._documents.get(self.task) if self._open else None
        return {} if found is None else found.value["values"]

    def _change(self, change: Any) -> None:
        if not self._open:
            raise StoreError(f"task {checks.shown(self.task)} has ended here: enter working(…) again")

        def changed(value: Any | None) -> dict[str, Any]:
            held = value or {"owner": self._me, "values": {}}  # expired, or ended elsewhere: mine now
            return {**held, "values": change(held["values"])}

        self._documents.change(self.task, changed, lifetime=self._lifetime)

    def end(self) -> None:
        """Take no more values: the block is over."""
        self._open = False


class WorkingLayer:
    """Working memory. It lives in the warm tier, so that another process can take a step of the task.

    Who enters a task first owns it: the values are dropped when that block ends, by an exception too (whose
    note names them). Who enters it meanwhile, here or in another process, takes a step of it: they see and
    change the same values, and their end drops nothing. The values of an owner that died expire by
    `settings.lifetime("working")` after the last write.
    """

    def __init__(self, store: Any) -> None:
        self.store = store
        self._documents = Documents(store, "working", shape=WORKING)

    @contextmanager
    def working(self, task: str) -> Iterator[Working]:
        """The values of a task while it runs."""
        checks.text("task", task, empty=False)
        me = secrets.token_hex(8)
        lifetime = self.store.settings.lifetime("working")
        taken = self._documents.change(
            task, lambda value: value or {"owner": me, "values": {}}, lifetime=lifetime
        )
        values = Working(self._documents, task, lifetime, me)
        try:
            yield values
        except BaseException as error:
            if taken["owner"] == me and hasattr(error, "add_note"):  # Python 3.11 and later
                error.add_note(
                    f"task {checks.shown(task)} failed; dropped with it: {', '.join(values) or 'nothing'}"
                )
            raise
        finally:
            values.end()
            self._drop(task, me)

    def tasks(self) -> list[str]:
        """The tasks that hold values now."""
        return sorted(key for key, _ in self._documents.all())

    def _drop(self, task: str, me: str) -> None:
        found = self._documents.get(task)
        if found is not None and found.value["owner"] == me:
            self._documents.drop(task)
