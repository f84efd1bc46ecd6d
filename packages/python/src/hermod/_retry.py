"""Which calls are repeated, and when. The same rules as in the TypeScript SDK."""

from __future__ import annotations

import random
from typing import Optional

from .errors import HermodError

_FIRST = 0.25
_LONGEST = 8.0


def is_worth_repeating(error: HermodError, repeatable: bool, idempotency_key: Optional[str]) -> bool:
    """Too many requests: nothing was done, so that may always be repeated. All else only where a repetition does no harm."""
    if error.kind == "TooManyRequests":
        return True
    if not repeatable:
        return False
    if error.kind == "Conflict":
        # The first try, whose answer was lost, still runs.
        return idempotency_key is not None
    return error.kind in ("Network", "Timeout") or (error.status or 0) >= 500


def wait_before(tries: int, retry_after: Optional[int]) -> float:
    """Grows with each try, never less than the service asked for, and different for each of many clients that failed together."""
    chance = random.random()
    backoff: float = min(_LONGEST, _FIRST * 2 ** (tries - 1))
    return max(backoff * (0.5 + chance / 2), (retry_after or 0) + chance * _FIRST)


def share_of(left: float, tries_left: int, repeatable: bool) -> float:
    """A try that hangs costs its share and leaves the others theirs. Where a time-out is not repeated, the try gets everything."""
    return left / tries_left if repeatable else left
