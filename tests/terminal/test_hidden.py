"""The real program in a terminal: a secret that is typed before its question is up is not shown, and is taken."""

import signal
import termios
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.terminal.terminal import Terminal
from tests.thinned import rotated
from tui.secret import Secret
from tui.settings.accounts import Account, save_account
from tui.settings.credentials import Secrets, save, vault_file
from tui.settings.vault import Vault

pytestmark = [pytest.mark.terminal, pytest.mark.slow]
KEY, TOKEN, PASSPHRASE = "0" * 32, "ATTA" + "5e" * 36, "horseshoe nail"
AFAR = {"SSH_CONNECTION": "far away", "BROWSER": "", "DISPLAY": ""}


class Slow:
    """A board service that answers its first request when it is told to."""

    def __init__(self) -> None:
        asked, answer, seen = Event(), Event(), list[str]()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                seen.append(self.headers.get("Authorization", ""))
                asked.set()
                answer.wait(20)
                known = TOKEN in seen[-1]
                body = b'{"id": "54c8b7290000000000000050", "username": "ana"}' if known else b"unauthorized permission requested"  # fmt: skip
                self.send_response(200 if known else 401)
                self.send_header("Content-Type", "application/json" if known else "text/plain")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.asked, self.answer, self.seen = asked, answer, seen
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    yield made
    made.answer.set()
    made.server.shutdown()
    made.server.server_close()


def add(start: Callable[..., Terminal], slow: Slow) -> Terminal:
    words = ("accounts", "add", "team", "--url", slow.url, "--key", KEY, "--paste", "--vault")
    terminal = start(*words, cols=120, rows=30, env=AFAR)
    assert slow.asked.wait(20)
    return terminal


def shows(terminal: Terminal) -> bool:
    """Whether the terminal shows what is typed."""
    return bool(termios.tcgetattr(terminal._fd)[3] & termios.ECHO)


def test_a_token_pasted_while_the_service_is_asked_is_hidden_and_taken(
    start: Callable[..., Terminal], slow: Slow, home: Path
) -> None:
    terminal = add(start, slow)
    terminal.write(f"{TOKEN}\n")
    terminal.settle()
    slow.answer.set()
    terminal.until("takes you for ana")
    assert any(TOKEN in sent for sent in slow.seen)
    assert shows(terminal)
    terminal.until("Keep this login?")
    # Typed ahead of every question, the first two do not agree.
    terminal.write("y\n")
    terminal.until("A passphrase for the vault")
    for typed in (PASSPHRASE, "another one", PASSPHRASE, PASSPHRASE):
        terminal.write(f"{typed}\n")
    terminal.until("The two differ.")
    terminal.until("added team")
    assert terminal.wait_exit() == 0
    assert TOKEN.encode() not in terminal.raw
    assert PASSPHRASE.encode() not in terminal.raw
    assert shows(terminal)
    kept = Vault(vault_file(home / "data"), lambda _: Secret(PASSPHRASE), tries=1)
    assert TOKEN in (kept.get(f"cardscout:board:{slow.url}", "team") or "")


@pytest.mark.parametrize(
    ("number", "when"),
    rotated(
        [signal.SIGINT, signal.SIGTERM, signal.SIGHUP],
        ["while the service is asked", "while it is asked for"],
    ),
)
def test_the_terminal_is_given_back_however_it_ends(
    start: Callable[..., Terminal], slow: Slow, when: str, number: int
) -> None:
    code = 130 if number == signal.SIGINT else -number
    terminal = add(start, slow)
    if when == "while it is asked for":
        slow.answer.set()
        terminal.until("Token that the page shows")
    assert not shows(terminal)
    terminal.signal(number)
    assert terminal.wait_exit() == code
    assert shows(terminal)


def has_account(home: Path, url: str) -> None:
    """Have an account whose token is in a vault."""
    account = Account("team", url, KEY, secrets="vault")
    (home / "config").mkdir(mode=0o700, parents=True, exist_ok=True)
    (home / "data").mkdir(mode=0o700, parents=True, exist_ok=True)
    save_account(home / "config" / "config.toml", account)
    save(account, Secrets(Secret(TOKEN)), Vault(vault_file(home / "data"), lambda _: Secret(PASSPHRASE)))


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (("accounts", "check"), "Passphrase of the vault"),
        (("accounts", "check", "team"), "Passphrase of the vault"),
        (("accounts", "login", "team", "--new-vault", "--token-file", "token"), "A passphrase for the vault"),
    ],
)
def test_one_interrupt_ends_the_question_for_a_passphrase(
    start: Callable[..., Terminal], slow: Slow, home: Path, words: tuple[str, ...], question: str
) -> None:
    slow.answer.set()
    has_account(home, slow.url)
    file = home / "token"
    file.write_text(TOKEN)
    file.chmod(0o600)
    given = [str(file) if word == "token" else word for word in words]
    terminal = start(*given, *(("--yes",) if "login" in words else ()), cols=120, rows=30, env=AFAR)
    terminal.until(question)
    assert not shows(terminal)
    terminal.write("\x03")
    assert terminal.wait_exit() == 130
    assert shows(terminal)


def test_an_escape_is_no_part_of_a_passphrase(start: Callable[..., Terminal], slow: Slow, home: Path) -> None:
    slow.answer.set()
    has_account(home, slow.url)
    terminal = start("accounts", "check", "team", cols=120, rows=30, env=AFAR)
    terminal.until("Passphrase of the vault")
    terminal.write(f"\x1b\x1b[A{PASSPHRASE}\n")
    terminal.until("ana")
    assert terminal.wait_exit() == 0
