from __future__ import annotations

from typing import Optional, cast

from . import wire
from ._list import List
from ._transport import Transport
from .messages import Time


class Account:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> wire.Account:
        """Balance, and the prices of the countries that messages go to."""
        return cast(wire.Account, self._transport.call("GET", "/v1/account", repeatable=True))

    def ledger(
        self,
        *,
        kind: Optional[str] = None,
        since: Optional[Time] = None,
        until: Optional[Time] = None,
        page_size: int = 200,
        cursor: Optional[str] = None,
    ) -> List[wire.LedgerLine]:
        """Every movement of money, newest first."""
        query = {"kind": kind, "from": since, "to": until}
        return List(self._transport, "/v1/ledger", "entries", query, page_size, cursor)
