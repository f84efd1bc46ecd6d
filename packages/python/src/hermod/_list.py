"""Lists, page by page as they are needed."""

from __future__ import annotations

from typing import Any, Dict, Generic, Iterator, List as Items, Mapping, NamedTuple, Optional, TypeVar

from ._transport import Transport

Item = TypeVar("Item")


class Page(NamedTuple):
    items: Items[Any]
    #: Pass as `cursor` to continue from here; None on the last page.
    next_cursor: Optional[str]


class List(Generic[Item]):
    """`for message in client.messages.list():` A filtered page may be empty and have another one behind it."""

    def __init__(
        self,
        transport: Transport,
        path: str,
        name: str,
        query: Mapping[str, Any],
        page_size: int,
        cursor: Optional[str],
    ) -> None:
        self._transport = transport
        self._path = path
        self._name = name
        self._query = {**query, "limit": page_size}
        self._cursor = cursor

    def pages(self) -> Iterator[Page]:
        cursor = self._cursor
        while True:
            query: Dict[str, Any] = {**self._query, "cursor": cursor}
            answer = self._transport.call("GET", self._path, query=query, repeatable=True)
            cursor = answer.get("nextCursor")
            yield Page(answer[self._name], cursor)
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items
