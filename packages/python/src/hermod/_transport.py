"""Sends calls, and repeats them where that helps and does no harm."""

from __future__ import annotations

import json
import re
import time
from datetime import datetime
from typing import Any, Dict, Mapping, Optional
from urllib.parse import urlencode

from ._connection import Answer, Connections
from ._retry import is_worth_repeating, share_of, wait_before
from ._version import __version__
from .errors import HermodError, TimeoutError, error_of


class Transport:
    def __init__(self, connections: Connections, api_key: str, timeout: float, retries: int) -> None:
        if not 0 < timeout <= 86_400:
            raise ValueError("timeout must be more than 0 and at most 86400 seconds")
        if not 0 <= retries <= 20:
            raise ValueError("retries must be 0 to 20")
        self._connections = connections
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries

    def call(
        self,
        method: str,
        path: str,
        *,
        repeatable: bool,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """`repeatable`: doing the call twice has the effect of doing it once."""
        target = path + _search(query or {})
        content = None if body is None else json.dumps(body).encode()
        headers = self._headers(content, idempotency_key)
        end = time.monotonic() + self._timeout
        tries = 1
        while True:
            try:
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError(self._timeout)
                limit = share_of(left, self._retries + 2 - tries, repeatable)
                return _content(self._connections.exchange(method, target, headers, content, limit, not repeatable))
            except HermodError as error:
                error.idempotency_key = idempotency_key
                wait = wait_before(tries, error.retry_after)
                hopeless = not is_worth_repeating(error, repeatable, idempotency_key)
                if tries > self._retries or hopeless or time.monotonic() + wait >= end:
                    raise
            time.sleep(wait)
            tries += 1

    def _headers(self, content: Optional[bytes], idempotency_key: Optional[str]) -> Dict[str, str]:
        headers = {"apikey": self._api_key, "user-agent": f"hermod-sdk-python/{__version__}"}
        if content is not None:
            headers["content-type"] = "application/json"
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        return headers


def _content(answer: Answer) -> Any:
    status, headers, body = answer
    request_id = headers.get("x-request-id")
    if 300 <= status < 400:
        # Not followed: the key must not reach the host that the response names.
        message = f"it leads on to {headers.get('location')}: use that as base_url"
        raise HermodError("Unexpected", message, status=status, request_id=request_id)
    if not 200 <= status < 300:
        raise error_of(status, headers, body)
    if not body:
        return None
    try:
        return json.loads(body)
    except ValueError:
        message = "what answers is not Hermod: check base_url"
        raise HermodError("Unexpected", message, status=status, request_id=request_id) from None


def _search(query: Mapping[str, Any]) -> str:
    given = {name: text_of(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, datetime):
        return str(value)
    if value.tzinfo is None:
        raise ValueError("a time needs its time zone, such as datetime.now(timezone.utc)")
    return value.isoformat()


def id_of(value: str) -> str:
    """Anything else than an id could lead to another path."""
    if not re.fullmatch(r"[\w-]+", value, re.ASCII):
        raise ValueError(f"{value!r} is not an id")
    return value
