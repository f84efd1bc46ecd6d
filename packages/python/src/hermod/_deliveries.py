"""`client.webhooks`: what was delivered to your endpoints."""

from __future__ import annotations

from typing import Any, Dict, List as Items, Optional, cast

from . import webhooks
from ._list import List
from ._transport import Transport, id_of, text_of
from .messages import Time
from .wire import Delivery, Endpoint, Replayed


class Webhooks:
    #: The same as `hermod.webhooks.verify`, which needs no API key.
    verify = staticmethod(webhooks.verify)

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def deliveries(
        self,
        *,
        state: Optional[str] = None,
        kind: Optional[str] = None,
        message_id: Optional[str] = None,
        since: Optional[Time] = None,
        until: Optional[Time] = None,
        page_size: int = 200,
        cursor: Optional[str] = None,
    ) -> List[Delivery]:
        """Newest first."""
        query = {"state": state, "kind": kind, "messageId": message_id, "from": since, "to": until}
        return List(self._transport, "/v1/webhooks/deliveries", "deliveries", query, page_size, cursor)

    def delivery(self, delivery_id: str) -> Delivery:
        """One delivery with all its attempts."""
        path = f"/v1/webhooks/deliveries/{id_of(delivery_id)}"
        return cast(Delivery, self._transport.call("GET", path, repeatable=True))

    def endpoints(self) -> Items[Endpoint]:
        """Your endpoints, and how they are doing."""
        answer = self._transport.call("GET", "/v1/webhooks/endpoints", repeatable=True)
        return cast("Items[Endpoint]", answer["endpoints"])

    def replay(self, delivery_id: str) -> Replayed:
        """Delivers one event again, under the same id."""
        path = f"/v1/webhooks/deliveries/{id_of(delivery_id)}/replay"
        return cast(Replayed, self._transport.call("POST", path, repeatable=False))

    def replay_failed(self, since: Time, endpoint: Optional[str] = None) -> Replayed:
        """Delivers again what has failed since then."""
        body: Dict[str, Any] = {"since": text_of(since), **({} if endpoint is None else {"endpoint": endpoint})}
        return cast(Replayed, self._transport.call("POST", "/v1/webhooks/replay", body=body, repeatable=False))

    def rotate_secret(self) -> str:
        """A new secret, shown this once. The one before it signs for another 24 hours."""
        return cast(str, self._transport.call("POST", "/v1/webhooks/secret", repeatable=False)["secret"])

    def sample(self, kind: str, url: str) -> Delivery:
        """Sends an event as a real one would come, to try out an endpoint."""
        body = {"kind": kind, "url": url}
        return cast(Delivery, self._transport.call("POST", "/v1/webhooks/sample", body=body, repeatable=False))
