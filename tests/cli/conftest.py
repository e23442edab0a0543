import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from contextvars import copy_context
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
from click.testing import CliRunner, Result

from tests.contract.fake_services import FakeService
from tests.shares import made_once
from tui.cli.main import cli

ANA = "54c8b7290000000000000014"
"""The id of the card of that person on the imported board."""


@dataclass
class Program:
    """The command line on a home of its own."""

    home: Path

    def __call__(self, *args: str, stdin: bytes | str | None = None) -> Result:
        # What a command chooses, such as its account, ends with it, as a process does.
        return copy_context().run(CliRunner().invoke, cli, args, input=stdin, prog_name="cardscout")

    def read(self, *args: str) -> str:
        """Stdout of a command that must do well."""
        result = self(*args)
        assert result.exit_code == 0, result.output
        return result.stdout

    def json(self, *args: str):
        return json.loads(self.read(*args, "--json"))


@pytest.fixture
def program(tmp_path, monkeypatch):
    home = tmp_path / "home"
    monkeypatch.setenv("CARDSCOUT_HOME", str(home))
    return Program(home)


def export_to(path: Path) -> Path:
    """Write the export of a small board: two lists and two cards, one with a checklist and a comment."""

    def ident(number):
        return f"54c8b729{number:016x}"

    path.write_text(
        json.dumps(
            {
                "id": ident(1), "name": "Kōrero", "shortLink": "aB3dE6gH",
                "lists": [{"id": ident(10), "name": "To do", "pos": 1}, {"id": ident(11), "name": "Done", "pos": 2}],
                "cards": [
                    {"id": ident(20), "name": "Ring Ana", "idList": ident(10), "pos": 1, "shortLink": "cardAna0"},
                    {"id": ident(21), "name": "\x1b]0;owned\x07\u202egnp", "idList": ident(10), "pos": 2},
                ],
                "labels": [{"id": ident(30), "name": "hot", "color": "red"}],
                "checklists": [
                    {"id": ident(40), "idCard": ident(20), "name": "Steps",
                     "checkItems": [{"id": ident(41), "name": "call", "pos": 1}]}
                ],
                "actions": [
                    {"id": ident(60), "type": "commentCard", "date": "2015-02-03T04:05:06.000Z",
                     "idMemberCreator": ident(50),
                     "memberCreator": {"id": ident(50), "username": "ana", "fullName": "Ana Reid"},
                     "data": {"text": "She is away", "card": {"id": ident(20)}, "board": {"id": ident(1)}}}
                ],
            }
        )
    )  # fmt: skip
    return path


@pytest.fixture
def export_file(tmp_path):
    """The export of a small board."""
    return export_to(tmp_path / "board.json")


@pytest.fixture(scope="session")
def home_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Program], object]], Path]:
    """The home that some commands leave, to be copied: they are given once for all tests that begin there."""

    def home_of(name: str, commands: Callable[[Program], object]) -> Path:
        def make(home: Path) -> None:
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("CARDSCOUT_HOME", str(home))
                patch.setattr("tui.cli.keep.copies.start_copying", lambda _data: None)
                commands(Program(home))

        return made_once(tmp_path_factory, name, make)

    return home_of


@pytest.fixture(scope="session")
def imported_home(home_of: Callable[[str, Callable[[Program], object]], Path]) -> Path:
    """A home with that board."""

    def commands(program: Program) -> None:
        export = export_to(program.home / "board.json")
        program.read("import", str(export))
        export.unlink()

    return home_of("imported", commands)


@pytest.fixture
def imported(program, imported_home):
    """The program, with that board in it."""
    shutil.copytree(imported_home, program.home)
    return program


@pytest.fixture
def card(imported):
    """Id of the card "Ring Ana" on the imported board."""
    return next(one["id"] for one in imported.json("cards", "Kōrero") if one["name"] == "Ring Ana")


def shown(program, card):
    return program.json("card", "show", card)


def _handler(fake: FakeService, under: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = f"http://127.0.0.1{under}{self.path}"
            answer = fake.answer(httpx.Request("GET", url, headers=dict(self.headers.items())))
            self.send_response(answer.status_code)
            self.send_header("Content-Type", answer.headers.get("content-type", "text/plain"))
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


@pytest.fixture
def serve() -> Iterator[Callable[[FakeService, str], str]]:
    """Serve a fake below a path of its address, and return where."""
    with ExitStack() as stack:

        def begin(fake: FakeService, under: str) -> str:
            server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(fake, under))
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            stack.callback(server.server_close)
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}"

        yield begin
