"""Connections to the service, kept alive between calls."""

from __future__ import annotations

import http.client
import io
import os
import socket
import ssl
import threading
import time
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import SplitResult

from .errors import HermodError, NetworkError, TimeoutError

_MOST_BYTES = 32 * 1024 * 1024
_MOST_IDLE = 16
# Shorter than servers and proxies keep them, so that we rarely write to one that was just closed.
_IDLE_SECONDS = 15.0


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


class Connections:
    """Threads may share it: each call has a connection of its own while it lasts."""

    def __init__(self, base: SplitResult, context: Optional[ssl.SSLContext]) -> None:
        self._base = base
        self._context = context or (ssl.create_default_context() if base.scheme == "https" else None)
        self._idle: List[Tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()
        self._process = os.getpid()

    def exchange(
        self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes], limit: float, fresh: bool
    ) -> Answer:
        """One request and its answer, read to its end. `fresh`: on a new connection, which cannot have been closed meanwhile."""
        deadline = time.monotonic() + limit
        connection = self._open(limit) if fresh else (self._take() or self._open(limit))
        try:
            if connection.sock is None:
                connection.connect()
            timed: Any = connection.sock
            timed.deadline = deadline
            connection.request(method, self._base.path + target, body, headers)
            response = connection.getresponse()
            content = response.read(_MOST_BYTES + 1)
            if response.length or len(content) > _MOST_BYTES:
                raise http.client.IncompleteRead(content[:0], response.length)
        except socket.timeout:
            connection.close()
            raise TimeoutError(limit) from None
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise NetworkError(error) from error
        except BaseException:
            connection.close()
            raise
        self._give_back(connection, response)
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, content)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def _open(self, limit: float) -> http.client.HTTPConnection:
        # With a port, always: without one, the end of an IPv6 address would be taken for it.
        host, port = self._base.hostname or "", self._base.port
        if self._base.scheme == "https":
            return _TimedHttps(host, port or 443, timeout=limit, context=self._context)
        return _TimedHttp(host, port or 80, timeout=limit)

    def _take(self) -> Optional[http.client.HTTPConnection]:
        with self._lock:
            if self._process != os.getpid():
                # They belong to the parent process of a fork, which still uses them.
                self._process, self._idle = os.getpid(), []
            while self._idle:
                since, connection = self._idle.pop()
                if time.monotonic() - since < _IDLE_SECONDS:
                    return connection
                connection.close()
        return None

    def _give_back(self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        with self._lock:
            if response.isclosed() and not response.will_close and len(self._idle) < _MOST_IDLE:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()


class _TimedSocket:
    """Every write and read ends at the deadline, however slowly bytes come in. A plain time-out restarts with every byte."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self.deadline = 0.0

    def limit(self) -> None:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        self._sock.settimeout(left)

    def sendall(self, data: bytes) -> None:
        self.limit()
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self, self._sock.makefile("rb", buffering=0)))

    def close(self) -> None:
        self._sock.close()


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: _TimedSocket, raw: Any) -> None:
        super().__init__()
        self._sock = sock
        self._raw = raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.limit()
        count: Optional[int] = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedHttp(http.client.HTTPConnection):
    def connect(self) -> None:
        super().connect()
        self.sock: Any = _TimedSocket(self.sock)


class _TimedHttps(http.client.HTTPSConnection):
    def connect(self) -> None:
        super().connect()
        self.sock: Any = _TimedSocket(self.sock)
