from __future__ import annotations

import re
import uuid
from typing import Any, Dict, List, Optional, cast

from ._transport import Transport, id_of
from .errors import HermodError
from .wire import VerifyStarted, VerifyTemplate


class Verification:
    """Codes that prove who has a phone number."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def start(
        self,
        to: str,
        sender: str,
        *,
        language: Optional[str] = None,
        service: Optional[str] = None,
        length: Optional[int] = None,
        lifetime_seconds: Optional[int] = None,
        app_hash: Optional[str] = None,
        domain: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> VerifyStarted:
        """Sends a code. Asked for again, it is a new one, and the one before it no longer counts.

        `idempotency_key` names the request for 24 hours. Left out, one is made up for the call and used for all its tries.
        """
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        if not re.fullmatch("[\x21-\x7e]{1,255}", key):
            raise ValueError("idempotency_key must be 1 to 255 printable characters without spaces")
        given = {
            "language": language,
            "service": service,
            "length": length,
            "lifetimeSeconds": lifetime_seconds,
            "appHash": app_hash,
            "domain": domain,
        }
        body: Dict[str, Any] = {"to": to, "sender": sender}
        body.update((name, value) for name, value in given.items() if value is not None)
        answer = self._transport.call("POST", "/v1/verify", body=body, idempotency_key=key, repeatable=True)
        return cast(VerifyStarted, answer)

    def check(self, code: str, *, id: Optional[str] = None, to: Optional[str] = None) -> bool:
        """Whether the code is right: True once, False for whatever else is the matter with it. Give `id` or `to`.

        Not repeated by itself: whatever is sent as a code counts as a try.
        """
        body: Dict[str, Any] = {"code": code}
        body.update((name, value) for name, value in (("id", id), ("to", to)) if value is not None)
        try:
            self._transport.call("POST", "/v1/verify/check", body=body, repeatable=False)
        except HermodError as error:
            if error.status == 422:
                return False
            raise
        return True

    def templates(self) -> List[VerifyTemplate]:
        """The texts by language, built-in ones and those of the account."""
        answer = self._transport.call("GET", "/v1/verify/templates", repeatable=True)
        return cast(List[VerifyTemplate], answer["templates"])

    def set_template(self, language: str, template: str) -> VerifyTemplate:
        """A text of the account's own, with `{code}` and perhaps `{service}` in it."""
        path = f"/v1/verify/templates/{id_of(language)}"
        return cast(VerifyTemplate, self._transport.call("PUT", path, body={"template": template}, repeatable=True))

    def delete_template(self, language: str) -> None:
        """Back to the built-in text. Not repeated by itself: a repeated request would report that there is none."""
        self._transport.call("DELETE", f"/v1/verify/templates/{id_of(language)}", repeatable=False)
