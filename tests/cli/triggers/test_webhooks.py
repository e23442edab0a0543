"""``cardscout watch --listen``: the service calls, and the line is there."""

import json
import os
import socket
import subprocess
import sys
import threading
from contextlib import closing
from itertools import cycle
from pathlib import Path
from queue import Queue

import httpx
import pytest

from tests.forked import printed, program

PROGRAM = (sys.executable, "-m", "tui")
LATE = 60


class Service:
    """A server of a team on this machine, which sends webhooks to this machine."""

    def __init__(self, home: Path) -> None:
        self.home, self.env = home, os.environ | {"CARDSCOUT_HOME": str(home / "home")}
        words = ["serve", "--port", "0", "--data", str(home), "--loopback-webhooks"]
        self.served = program(*words, env=self.env)
        self.url = json.loads(self.served.stdout.readline())["url"]
        self.told("user", "ana", "--full-name", "Ana Reid")
        made = self.told("token", "ana")
        self.key, self.token, self.secret = made["key"], made["token"], made["secret"]
        self.http = httpx.Client(
            base_url=self.url, params={"key": self.key, "token": self.token}, trust_env=False
        )

    def told(self, *words: str):
        return json.loads(printed("serve", *words, "--data", str(self.home), "--json", env=self.env))

    def ask(self, method: str, path: str, **values: str):
        answer = self.http.request(method, f"/1/{path}", data=values or None)
        assert answer.is_success, answer.text
        return answer.json()

    def hooks(self):
        return self.ask("GET", f"tokens/{self.token}/webhooks")

    def close(self) -> None:
        self.http.close()
        self.served.terminate()
        self.served.wait(LATE)
        self.served.stdout.close()


class Watch:
    """The program, watching; its lines as they come."""

    def __init__(self, service: Service, home: Path, *words: str) -> None:
        there = {
            "BOARD_URL": service.url,
            "BOARD_KEY": service.key,
            "BOARD_TOKEN": service.token,
            "HOME": str(home),
        }
        env = os.environ | {f"CARDSCOUT_{name}": value for name, value in there.items()}
        self.process = subprocess.Popen(
            [*PROGRAM, "watch", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        )
        self.lines: Queue[dict[str, object]] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def next(self) -> dict[str, object]:
        return self.lines.get(timeout=LATE)

    def end(self) -> str:
        self.process.terminate()
        _, said = self.process.communicate(timeout=LATE)
        self._reader.join(LATE)
        return str(said)


@pytest.fixture
def service(tmp_path):
    opened = Service(tmp_path / "service")
    yield opened
    opened.close()


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.slow
def test_the_service_calls_and_the_line_is_there(service, tmp_path):
    board = service.ask("POST", "boards", name="Leads")
    first, second, *_ = service.ask("GET", f"boards/{board['id']}/lists")
    card = service.ask("POST", "cards", idList=first["id"], name="Ana Ray")
    secret = tmp_path / "secret"
    secret.write_text(service.secret)
    port = free_port()
    watch = Watch(
        service, tmp_path / "home", "--board", "Leads", "--trigger", "Card Moved", "--interval", "3600",
        "--listen", f"127.0.0.1:{port}", "--public-url", f"http://127.0.0.1:{port}/hook",
        "--secret-file", str(secret),
    )  # fmt: skip
    while not service.hooks():
        assert watch.process.poll() is None, watch.end()
        threading.Event().wait(0.05)
    source, lists = "", cycle([second, first])
    while source != "webhook":
        # The first look, which is still under way, may find a move before the call tells it; what follows only calls tell.
        to = next(lists)
        service.ask("PUT", f"cards/{card['id']}", idList=to["id"])
        told = watch.next()
        assert (told["trigger"], told["list"]) == ("Card Moved", {"id": to["id"], "name": to["name"]})
        source = str(told["source"])
    said = watch.end()
    assert "Traceback" not in said
    assert service.hooks() == [], "nobody listens any more"
