"""Send SMS through Hermod, follow them, and verify its webhooks."""

from . import webhooks, wire
from ._version import __version__
from .client import Hermod
from .errors import ErrorKind, HermodError, NetworkError, TimeoutError
from .webhooks import WebhookEvent, WebhookVerificationError

__all__ = [
    "ErrorKind",
    "Hermod",
    "HermodError",
    "NetworkError",
    "TimeoutError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "webhooks",
    "wire",
]
