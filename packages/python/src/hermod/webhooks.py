"""Webhooks as Standard Webhooks signs them: HMAC-SHA256 of id, timestamp and the body as it came."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal, Mapping, Sequence, Union

from .wire import DeliveryReport, InboundMessage, SenderStatusEvent

_PREFIX = "whsec_"


class WebhookVerificationError(Exception):
    """It does not come from your account, was changed on the way, or is an old one sent again. Answer with 400."""

    def __init__(self, reason: Literal["headers", "timestamp", "signature", "body"], message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class _Event:
    #: The same in every retry and replay: skip what you have handled already.
    id: str
    #: When this attempt was made.
    sent_at: datetime


@dataclass(frozen=True)
class DeliveryReportEvent(_Event):
    data: DeliveryReport
    kind: Literal["delivery report"] = "delivery report"


@dataclass(frozen=True)
class InboundMessageEvent(_Event):
    data: InboundMessage
    kind: Literal["inbound message"] = "inbound message"


@dataclass(frozen=True)
class SenderStatusChangeEvent(_Event):
    data: SenderStatusEvent
    kind: Literal["sender status"] = "sender status"


@dataclass(frozen=True)
class UnknownEvent(_Event):
    """Genuine, but of a kind that this version does not know: answer with 2xx and leave it."""

    data: Any
    kind: Literal["unknown"] = "unknown"


WebhookEvent = Union[DeliveryReportEvent, InboundMessageEvent, SenderStatusChangeEvent, UnknownEvent]

# The fields that a kind always has, and no other kind has all of them. The body is signed; other headers are not.
_MARKS: Any = {
    DeliveryReportEvent: {"messageId", "status", "segments"},
    InboundMessageEvent: {"Sender", "Recipient", "Message", "Time"},
    SenderStatusChangeEvent: {"senderId", "previousStatus", "status"},
}


def verify(
    headers: Mapping[str, str],
    body: Union[bytes, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
) -> WebhookEvent:
    """The event, if one of the secrets has signed it; otherwise raises. While a secret is changed, give the old and the new one.

    `body` as it came: JSON that was parsed and written again is another text.
    """
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    given = {name.lower(): value for name, value in headers.items()}
    event, timestamp = given.get("webhook-id"), given.get("webhook-timestamp")
    signatures = given.get("webhook-signature")
    if not event or not timestamp or not signatures:
        raise WebhookVerificationError("headers", "a header is missing")
    seconds = int(timestamp) if re.fullmatch("[0-9]{1,15}", timestamp) else None
    if seconds is None or abs(time.time() - seconds) > tolerance_seconds:
        raise WebhookVerificationError("timestamp", "the timestamp is too far away, or not a time")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{event}.{timestamp}.".encode("utf-8", "replace") + content
    expected = [_signature_of(key, signed) for key in keys]
    offered = [signature.encode("utf-8", "replace") for signature in signatures.split(" ")]
    if not any(hmac.compare_digest(signature, wanted) for signature in offered for wanted in expected):
        raise WebhookVerificationError("signature", "no signature fits")
    return _event_of(event, datetime.fromtimestamp(seconds, timezone.utc), _parsed(content))


def _key_of(secret: str) -> bytes:
    """Strict: a secret that is cut off would verify nothing, and an empty one would verify any signature made with it."""
    try:
        key = base64.b64decode(secret[len(_PREFIX) :], validate=True) if secret.startswith(_PREFIX) else b""
    except ValueError:
        key = b""
    if not 24 <= len(key) <= 64:
        raise ValueError("the secret is not of the form whsec_…")
    return key


def _signature_of(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise WebhookVerificationError("body", "the body is not JSON") from None


def _event_of(event: str, sent_at: datetime, data: Any) -> WebhookEvent:
    fields = set(data) if isinstance(data, dict) else set()
    for kind, marks in _MARKS.items():
        if marks <= fields:
            found: WebhookEvent = kind(event, sent_at, data)
            return found
    return UnknownEvent(event, sent_at, data)
