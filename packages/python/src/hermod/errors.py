"""What can go wrong, in the words of the interface."""

from __future__ import annotations

import json
import math
import re
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Dict, List, Literal, Mapping, Optional

#: What a program switches on. `Network` and `Timeout`: no answer came. `Unexpected`: what answers is not Hermod.
ErrorKind = Literal[
    "MsgTooLongOrEmpty",
    "InvalidSender",
    "InvalidToNumber",
    "NumberNotRegistered",
    "ScheduledTimeInvalid",
    "BalanceTooLow",
    "Rejected",
    "ServerError",
    "Unauthorized",
    "Forbidden",
    "NotFound",
    "Conflict",
    "TooManyRequests",
    "Unavailable",
    "Network",
    "Timeout",
    "Unexpected",
]

# The application codes of the interface, by their names.
_CODES: Dict[int, ErrorKind] = {
    1: "MsgTooLongOrEmpty",
    2: "InvalidSender",
    3: "InvalidToNumber",
    4: "NumberNotRegistered",
    5: "ScheduledTimeInvalid",
    6: "BalanceTooLow",
    7: "Rejected",
    8: "ServerError",
}

# Statuses that say more than the code beside them, or that come without one.
_STATUSES: Dict[int, ErrorKind] = {
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    409: "Conflict",
    429: "TooManyRequests",
    502: "Unavailable",
    503: "Unavailable",
    504: "Unavailable",
}

_LISTED = " | Invalid destination numbers: "


class HermodError(Exception):
    """Every failure of a call."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str,
        *,
        status: Optional[int] = None,
        code: Optional[int] = None,
        request_id: Optional[str] = None,
        invalid_destinations: Optional[List[str]] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        #: HTTP status of the answer, if one came.
        self.status = status
        #: Application code 1 to 8, if the answer has one.
        self.code = code
        #: Names the request in the logs of the service.
        self.request_id = request_id
        #: The destinations that were refused, in the order of the request.
        self.invalid_destinations: List[str] = invalid_destinations or []
        #: Seconds after which another try makes sense, where the service said so.
        self.retry_after = retry_after
        #: Of a send: repeating it with this key within 24 hours never sends twice.
        self.idempotency_key: Optional[str] = None


class NetworkError(HermodError):
    """The connection could not be made, or broke. Without an idempotency key it is unknown whether the request was done."""

    def __init__(self, cause: BaseException) -> None:
        super().__init__("Network", f"no answer came: {cause or type(cause).__name__}")


class TimeoutError(HermodError):  # noqa: A001, as in other libraries
    """No answer came in time. Without an idempotency key it is unknown whether the request was done."""

    def __init__(self, seconds: float) -> None:
        super().__init__("Timeout", f"no answer came within {seconds:.1f} s")


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> HermodError:
    """The error of a response other than 2xx. Proxies in between may respond with texts of their own."""
    said = _said_in(body)
    code = _code_in(said or "")
    return HermodError(
        _kind_of(status, code),
        said or f"the answer has the status {status}",
        status=status,
        code=code,
        request_id=headers.get("x-request-id"),
        invalid_destinations=_invalid_destinations_in(said or ""),
        retry_after=_seconds_in(headers.get("retry-after")),
    )


def _kind_of(status: int, code: Optional[int]) -> ErrorKind:
    if status in _STATUSES:
        return _STATUSES[status]
    if code is not None:
        return _CODES[code]
    if status >= 500:
        return "ServerError"
    return "Rejected" if status >= 400 else "Unexpected"


def _said_in(body: bytes) -> Optional[str]:
    try:
        said = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return None
    return said if isinstance(said, str) else None


def _code_in(text: str) -> Optional[int]:
    found = re.match(r"Error: ([1-8]) - ", text)
    return int(found[1]) if found else None


def _invalid_destinations_in(text: str) -> List[str]:
    _, listed, numbers = text.partition(_LISTED)
    return numbers.split(",") if listed else []


def _seconds_in(header: Optional[str]) -> Optional[int]:
    """Retry-After in seconds, or as the time that it names."""
    if header is None:
        return None
    if re.fullmatch("[0-9]{1,9}", header):
        return int(header)
    try:
        time = parsedate_to_datetime(header)
        return max(0, math.ceil((time - datetime.now(timezone.utc)).total_seconds()))
    except (ValueError, TypeError):
        return None
