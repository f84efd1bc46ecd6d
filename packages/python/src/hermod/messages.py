from __future__ import annotations

import re
import uuid
from datetime import datetime
from typing import Any, Dict, Optional, Sequence, Union, cast

from ._list import List
from ._transport import Transport, id_of
from .wire import (
    CancelledSelection,
    Inbound,
    Message,
    Preview,
    ResendPreview,
    ResentMessages,
    SendRequestTemplate,
    SendResponse,
    Timeline,
)

Time = Union[datetime, str]


class Messages:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def send(
        self,
        sender: str,
        destinations: Sequence[str],
        content: Optional[str] = None,
        *,
        template: Optional[SendRequestTemplate] = None,
        is_unicode: Optional[bool] = None,
        delivery_report_url: Optional[str] = None,
        scheduled_time: Optional[int] = None,
        price_report: Optional[bool] = None,
        validity_seconds: Optional[int] = None,
        fallback_seconds: Optional[int] = None,
        reference: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> SendResponse:
        """To one or more recipients, now or at a scheduled time (Unix seconds). All or nothing.

        `template` names a template of the account in place of `content`: `{"name": "order shipped", "variables": {"name": "Ana"}}`.

        `idempotency_key` names the request for 24 hours. Left out, one is made up for the call and used for all its tries.
        """
        key = _key(idempotency_key)
        body = _request(
            sender,
            destinations,
            content,
            template,
            is_unicode,
            delivery_report_url,
            scheduled_time,
            price_report,
            validity_seconds,
            fallback_seconds,
            reference,
        )
        path = "/v1/sms/messages"
        return cast(SendResponse, self._transport.call("POST", path, body=body, idempotency_key=key, repeatable=True))

    def preview(
        self,
        sender: str,
        destinations: Sequence[str],
        content: Optional[str] = None,
        *,
        template: Optional[SendRequestTemplate] = None,
        is_unicode: Optional[bool] = None,
        delivery_report_url: Optional[str] = None,
        scheduled_time: Optional[int] = None,
        price_report: Optional[bool] = None,
        validity_seconds: Optional[int] = None,
        fallback_seconds: Optional[int] = None,
        reference: Optional[str] = None,
    ) -> Preview:
        """The text as it would go out, its segments and its price. Nothing is sent."""
        body = _request(
            sender,
            destinations,
            content,
            template,
            is_unicode,
            delivery_report_url,
            scheduled_time,
            price_report,
            validity_seconds,
            fallback_seconds,
            reference,
        )
        return cast(Preview, self._transport.call("POST", "/v1/sms/messages/preview", body=body, repeatable=True))

    def get(self, message_id: str) -> Message:
        return cast(Message, self._transport.call("GET", f"/v1/sms/messages/{id_of(message_id)}", repeatable=True))

    def list(
        self,
        *,
        status: Optional[str] = None,
        sender: Optional[str] = None,
        destination: Optional[str] = None,
        country: Optional[str] = None,
        submission_id: Optional[str] = None,
        reason: Optional[str] = None,
        text: Optional[str] = None,
        reference: Optional[str] = None,
        since: Optional[Time] = None,
        until: Optional[Time] = None,
        content: Optional[bool] = None,
        page_size: int = 200,
        cursor: Optional[str] = None,
    ) -> List[Message]:
        """Newest first. `text`: a part of the text, ignoring case. `content`: with the texts."""
        query = {
            "status": status,
            "sender": sender,
            "destination": destination,
            "country": country,
            "submissionId": submission_id,
            "reason": reason,
            "text": text,
            "reference": reference,
            "from": since,
            "to": until,
            "content": content,
        }
        return List(self._transport, "/v1/sms/messages", "messages", query, page_size, cursor)

    def cancel(self, message_id: str) -> Message:
        """A scheduled message that has not been sent yet. Its price is refunded; cancelling twice is not an error."""
        path = f"/v1/sms/messages/{id_of(message_id)}/cancel"
        return cast(Message, self._transport.call("POST", path, repeatable=True))

    def cancel_many(self, message_ids: Sequence[str]) -> CancelledSelection:
        """Those of the messages that are scheduled; the others keep their status. A repetition returns the same."""
        body = {"messageIds": [*message_ids]}
        path = "/v1/sms/messages/cancel"
        return cast(CancelledSelection, self._transport.call("POST", path, body=body, repeatable=True))

    def resend(self, message_ids: Sequence[str], *, idempotency_key: Optional[str] = None) -> ResentMessages:
        """A copy of each message, now and at the prices of now: of all of them or of none. Their statuses must be final."""
        key = _key(idempotency_key)
        body = {"messageIds": [*message_ids]}
        path = "/v1/sms/messages/resend"
        return cast(ResentMessages, self._transport.call("POST", path, body=body, idempotency_key=key, repeatable=True))

    def preview_resend(self, message_ids: Sequence[str]) -> ResendPreview:
        """What `resend` would cost, and the messages that it would refuse."""
        body = {"messageIds": [*message_ids]}
        path = "/v1/sms/messages/resend/preview"
        return cast(ResendPreview, self._transport.call("POST", path, body=body, repeatable=True))

    def timeline(self, message_id: str) -> Timeline:
        """Everything that happened to a message, the oldest first."""
        path = f"/v1/sms/messages/{id_of(message_id)}/timeline"
        return cast(Timeline, self._transport.call("GET", path, repeatable=True))

    def inbound(
        self,
        *,
        sender: Optional[str] = None,
        recipient: Optional[str] = None,
        since: Optional[Time] = None,
        until: Optional[Time] = None,
        page_size: int = 200,
        cursor: Optional[str] = None,
    ) -> List[Inbound]:
        """What was answered to your senders, newest first."""
        query = {"sender": sender, "recipient": recipient, "from": since, "to": until}
        return List(self._transport, "/v1/inbound", "inbound", query, page_size, cursor)


def _key(given: Optional[str]) -> str:
    key = str(uuid.uuid4()) if given is None else given
    if not re.fullmatch("[\x21-\x7e]{1,255}", key):
        raise ValueError("idempotency_key must be 1 to 255 printable characters without spaces")
    return key


def _request(
    sender: str,
    destinations: Sequence[str],
    content: Optional[str],
    template: Optional[SendRequestTemplate],
    is_unicode: Optional[bool],
    delivery_report_url: Optional[str],
    scheduled_time: Optional[int],
    price_report: Optional[bool],
    validity_seconds: Optional[int],
    fallback_seconds: Optional[int],
    reference: Optional[str],
) -> Dict[str, Any]:
    if isinstance(destinations, str):
        # Otherwise every digit would be a destination.
        raise TypeError("destinations must be a list of numbers")
    message = {"content": content, "isUnicode": is_unicode}
    optional = {
        "template": template,
        "deliveryReportUrl": delivery_report_url,
        "scheduledTime": scheduled_time,
        "priceReport": price_report,
        "validitySeconds": validity_seconds,
        "fallbackSeconds": fallback_seconds,
        "reference": reference,
    }
    return {
        "sender": sender,
        "destinations": list(destinations),
        "message": {name: value for name, value in message.items() if value is not None},
        **{name: value for name, value in optional.items() if value is not None},
    }
