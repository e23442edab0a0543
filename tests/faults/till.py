"""A till: an enrichment service on the network that counts what it takes, and loses answers and limits the rate at random."""

from __future__ import annotations

import json
import random
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar, Literal
from urllib.parse import parse_qs, urlsplit

Style = Literal["key", "owned", "never"]
"""What a repeat costs: nothing with the same Idempotency-Key, nothing for what is owned, or the price again."""


class _Counter(BaseHTTPRequestHandler):
    """What answers one connection."""

    protocol_version = "HTTP/1.1"
    till: ClassVar[Till]

    def do_GET(self) -> None:
        address, till = urlsplit(self.path), self.till
        length = int(self.headers.get("Content-Length") or 0)
        sent = self.rfile.read(length)
        if len(sent) < length:
            # Who asked was killed while sending: half a request is none.
            self.close_connection = True
            return
        if address.path == "/credits":
            self._say(200, {"credits": 10_000 - till.taken})
            return
        if till.refuses():
            self._say(429, {"error": "slow down"}, {"Retry-After": "1"})
            return
        asked = json.loads(sent) if sent else {name: one[0] for name, one in parse_qs(address.query).items()}
        firm = str(asked.get("domain") or asked.get("fqdn"))
        cost = till.charge(firm, self.headers.get("Idempotency-Key", ""))
        if till.loses():
            # Done and charged, and the line breaks.
            self.close_connection = True
            return
        head = {"X-Idempotency": "honoured"} if till.style == "key" else {}
        if till.style != "never":
            head["X-Credits-Charged"] = str(cost)
        self._say(200, {"data": {"id": firm, "name": firm, "domain": firm}}, head)

    do_POST = do_GET  # noqa: N815 - the name the base class looks for

    def _say(self, status: int, body: object, head: dict[str, str] | None = None) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(head or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def handle(self) -> None:
        try:
            super().handle()
        except OSError:
            # Who asked was killed meanwhile.
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Till:
    """The service.

    Args:
        style: What a repeat costs.
        seed: For what is lost and refused.

    Attributes:
        url: Its address.
        lost: Of how many answers one is lost after it was charged; 0 for none.
        limited: Of how many requests one is refused with a 429; 0 for none.
        charges: What was taken, a line for each charge.
    """

    def __init__(self, style: Style, seed: int) -> None:
        self.style, self.lost, self.limited = style, 0, 0
        self.charges: list[str] = []
        self._known: set[str] = set()
        self._dice, self._lock = random.Random(seed), threading.Lock()
        handler = type("Handler", (_Counter,), {"till": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    @property
    def taken(self) -> int:
        """Credits taken so far: each charge is one."""
        return len(self.charges)

    def charge(self, firm: str, key: str) -> int:
        """Take a credit for ``firm``, unless this request or this firm was paid for; return what is said to be taken.

        A request that is known by its key gets its first answer again, which says what it took then.
        """
        name = {"key": key, "owned": firm, "never": ""}[self.style]
        with self._lock:
            if name and name in self._known:
                return 1 if self.style == "key" else 0
            self._known.add(name)
            self.charges.append(firm)
            return 1

    def refuses(self) -> bool:
        """Return whether this request comes too fast."""
        with self._lock:
            return bool(self.limited) and self._dice.randrange(self.limited) == 0

    def loses(self) -> bool:
        """Return whether this answer is lost."""
        with self._lock:
            return bool(self.lost) and self._dice.randrange(self.lost) == 0

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
