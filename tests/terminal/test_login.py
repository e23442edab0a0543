"""The real program: an account is added in the screens by a pasted token, which is on no screen and in no file."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal

pytestmark = [pytest.mark.terminal, pytest.mark.slow]
PROGRAM = [sys.executable, "-m", "tui", "serve"]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[str, str, str]]:
    """A service on a port of this machine; (url, key, token) of its member ana."""
    env = os.environ | {"CARDSCOUT_HOME": str(tmp_path / "service")}
    data = ["--data", str(tmp_path / "data")]
    served = subprocess.Popen([*PROGRAM, "--port", "0", *data], stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert served.stdout is not None
        url = json.loads(served.stdout.readline())["url"]
        for words in (["user", "ana"], ["token", "ana", "--json"]):
            done = subprocess.run(
                [*PROGRAM, *words, *data], capture_output=True, text=True, check=True, env=env
            )
        made = json.loads(done.stdout)
        yield url, made["key"], made["token"]
    finally:
        served.terminate()
        served.wait(20)
        if served.stdout is not None:
            served.stdout.close()


def test_from_knowing_nothing_to_a_working_board(
    start: Callable[..., Terminal], home: Path, service: tuple[str, str, str]
) -> None:
    url, key, token = service
    terminal = start(cols=80, rows=24, env={"SSH_CONNECTION": "far away", "BROWSER": "", "DISPLAY": ""})
    terminal.until("Pipeline")
    for seen, typed in (
        ("cards", "A"),
        ("this machine", "n"),
        ("Where are the boards?", "team\r"),
        ("The server's address", f"{url}\r"),
        ("Register an", f"{key}\r"),
        ("A name for the account", "bakery\r"),
        ("no browser can be opened", "p"),
        ("It is not shown", f"{token}\r"),
        ("You are ana (@ana)", "y"),
        ("A passphrase for the vault", "horseshoe\r"),
        ("The same passphrase again", "horseshoe\r"),
    ):
        terminal.until(seen)
        terminal.settle(0.4)
        terminal.write(typed)
    terminal.until("bakery · ")
    # The address is a link, however it is broken over lines; the token was drawn nowhere.
    assert f"{url}/1/authorize?key={key}".encode() in terminal.raw
    assert b"\x1b]8;" in terminal.raw
    assert token.encode() not in terminal.raw
    assert "horseshoe" not in terminal.text
    found = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert token.encode() not in found
    terminal.press("ctrl+q")
    assert terminal.wait_exit() == 0
