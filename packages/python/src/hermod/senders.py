from __future__ import annotations

from typing import Any, Dict, Optional, cast

from ._list import List
from ._transport import Transport, id_of
from .wire import Sender, SenderDetails

_LEFT_OUT: Any = object()


class Senders:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: Optional[str] = None,
        channel: Optional[str] = None,
        page_size: int = 200,
        cursor: Optional[str] = None,
    ) -> List[SenderDetails]:
        query = {"status": status, "channel": channel}
        return List(self._transport, "/v1/senders", "senders", query, page_size, cursor)

    def get(self, sender_id: str) -> SenderDetails:
        return cast(SenderDetails, self._transport.call("GET", f"/v1/senders/{id_of(sender_id)}", repeatable=True))

    def register(
        self, value: str, type: int, channel: str = "SMS", *, status_callback_url: Optional[str] = None
    ) -> Sender:
        """A name (type 0) or a number (type 1) to send from. One that the account has already is returned as it is."""
        body: Dict[str, Any] = {"value": value, "type": type, "channel": channel}
        if status_callback_url is not None:
            body["statusCallbackUrl"] = status_callback_url
        return cast(Sender, self._transport.call("POST", "/v1/senders", body=body, repeatable=True))

    def confirm(self, id: str, confirmation_code: str) -> None:
        """With the code that its owner got. Not repeated by itself: whatever is sent as a code counts as a try."""
        body = {"id": id, "confirmationCode": confirmation_code}
        self._transport.call("POST", "/v1/senders/confirm", body=body, repeatable=False)

    def request_code(self, sender_id: str) -> SenderDetails:
        """A new code; the one before it is void."""
        path = f"/v1/senders/{id_of(sender_id)}/code"
        return cast(SenderDetails, self._transport.call("POST", path, repeatable=False))

    def update(
        self,
        sender_id: str,
        *,
        delivery_report_url: Optional[str] = _LEFT_OUT,
        inbound_url: Optional[str] = _LEFT_OUT,
        status_callback_url: Optional[str] = _LEFT_OUT,
    ) -> SenderDetails:
        """Sets its URLs: None clears one, what is left out stays."""
        urls = {
            "deliveryReportUrl": delivery_report_url,
            "inboundUrl": inbound_url,
            "statusCallbackUrl": status_callback_url,
        }
        body = {name: url for name, url in urls.items() if url is not _LEFT_OUT}
        path = f"/v1/senders/{id_of(sender_id)}"
        return cast(SenderDetails, self._transport.call("PATCH", path, body=body, repeatable=True))

    def delete(self, sender_id: str) -> None:
        """Not repeated by itself: a repeated request would report that the sender was not found."""
        self._transport.call("DELETE", f"/v1/senders/{id_of(sender_id)}", repeatable=False)
