from __future__ import annotations

import os
import re
import ssl
from typing import Any, Mapping, Optional
from urllib.parse import SplitResult, urlsplit

from ._connection import Connections
from ._deliveries import Webhooks
from ._transport import Transport
from .account import Account
from .messages import Messages
from .senders import Senders
from .verification import Verification


class Hermod:
    """An account at a Hermod. One object serves a whole program, and any number of threads."""

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """Left out, key and address are HERMOD_API_KEY and HERMOD_URL of the environment, else http://127.0.0.1:8080.

        `timeout` is how many seconds a call may take in all, its retries included.
        """
        key = _key_of(os.environ.get("HERMOD_API_KEY") if api_key is None else api_key)
        base = _base_of(base_url or os.environ.get("HERMOD_URL") or "http://127.0.0.1:8080")
        self._begin(Connections(base, ssl_context), key, timeout, retries)

    def _begin(self, connections: Connections, key: str, timeout: float, retries: int) -> None:
        self._connections = connections
        self._settings = (key, timeout, retries)
        self._transport = Transport(connections, key, timeout, retries)
        self.messages = Messages(self._transport)
        self.senders = Senders(self._transport)
        self.account = Account(self._transport)
        self.verify = Verification(self._transport)
        self.webhooks = Webhooks(self._transport)

    def with_options(self, *, timeout: Optional[float] = None, retries: Optional[int] = None) -> Hermod:
        """The same account over the same connections, with other limits: `client.with_options(timeout=5).messages.send(…)`."""
        key, usual_timeout, usual_retries = self._settings
        other = object.__new__(Hermod)
        other._begin(
            self._connections,
            key,
            usual_timeout if timeout is None else timeout,
            usual_retries if retries is None else retries,
        )
        return other

    def request(
        self,
        method: str,
        path: str,
        *,
        repeatable: bool,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """Any other operation that answers with JSON: `client.request("GET", "/v1/statistics", repeatable=True)`."""
        return self._transport.call(method, path, repeatable=repeatable, query=query, body=body)

    def close(self) -> None:
        """Closes connections that are kept for the next call."""
        self._connections.close()

    def __enter__(self) -> Hermod:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _key_of(key: Optional[str]) -> str:
    """The key is not shown: it may be a real one with a typing mistake."""
    if not key:
        raise ValueError("the API key is missing: give api_key or set HERMOD_API_KEY")
    if not re.fullmatch("[\x21-\x7e]+", key):
        raise ValueError("the API key holds characters that no key has")
    return key


def _base_of(text: str) -> SplitResult:
    base = urlsplit(text)
    if base.scheme not in ("http", "https") or not base.hostname:
        raise ValueError("base_url must be such as https://sms.example.com")
    if base.username or base.password or base.query or base.fragment:
        raise ValueError("base_url must not hold a user name, a password, a query or a fragment")
    if base.port == 0:
        raise ValueError("base_url must not have the port 0")
    return base._replace(path=base.path.rstrip("/"))
