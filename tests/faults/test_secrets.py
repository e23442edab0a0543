"""Where tokens are kept, broken: it is said within seconds what is wrong, and nothing is kept by half or in clear."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from pydantic import ValidationError

from tests.faults.disk import ROOT, mounted
from tests.machine import allowed
from tests.thinned import thinned
from tui.errors import CredentialError
from tui.secret import Secret
from tui.settings import credentials
from tui.settings.accounts import Account
from tui.settings.credentials import Secrets, load, save
from tui.settings.keyring import SECONDS, Keyring
from tui.settings.vault import Vault

T = TypeVar("T")
fault = pytest.mark.fault
KEY = "CANARYkey0123456789abcdef01234567"
WORK = Account("work", "https://board.example", KEY)
BUS = "DBUS_SESSION_BUS_ADDRESS"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A session as a person has it, but without any bus."""
    for name in ("PYTHON_KEYRING_BACKEND", BUS, "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return monkeypatch


@contextmanager
def bus(tmp_path: Path) -> Iterator[tuple[str, int]]:
    """A message bus of the test's own: its address, and its process."""
    if (daemon := shutil.which("dbus-daemon")) is None:
        pytest.skip("dbus-daemon is not installed")
    config = tmp_path / "bus.conf"
    config.write_text(
        "<busconfig><type>session</type><listen>unix:dir=/tmp</listen><policy context='default'>"
        "<allow send_destination='*' eavesdrop='true'/><allow eavesdrop='true'/><allow own='*'/></policy></busconfig>"
    )
    process = subprocess.Popen(
        [daemon, f"--config-file={config}", "--nofork", "--print-address=1"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.kill()
        process.communicate()


def within(words: str) -> None:
    """The keyring is refused in ``words`` and in 3.5 s, and what to take in its place is named."""
    began = time.monotonic()
    with pytest.raises(CredentialError, match=words) as caught:
        Keyring().get("board https://board.example", "work")
    assert time.monotonic() - began < allowed(SECONDS + 0.5)
    assert "--vault" in caught.value.hint


@contextmanager
def daemon(address: str, home: Path, *args: str, password: bytes = b"") -> Iterator[subprocess.Popen[bytes]]:
    """A real keyring on the bus at ``address``, once it is there."""
    if (program := shutil.which("gnome-keyring-daemon")) is None:
        pytest.skip("gnome-keyring-daemon is not installed")
    env = os.environ | {BUS: address, "HOME": str(home), "XDG_DATA_HOME": str(home)}
    process = subprocess.Popen([program, "--foreground", "--components=secrets", *args], env=env,
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        assert process.stdin is not None
        process.stdin.write(password)
        process.stdin.close()
        ends = time.monotonic() + 20
        while "org.freedesktop.secrets" not in names(address):
            assert time.monotonic() < ends, "the keyring never came"
        yield process
    finally:
        process.kill()
        process.wait()


def names(address: str) -> str:
    """Who is on the bus at ``address``."""
    asked = ["dbus-send", f"--bus={address}", "--dest=org.freedesktop.DBus", "--print-reply", "/",
             "org.freedesktop.DBus.ListNames"]  # fmt: skip
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout


NONE = "There is no keyring in this session"
SILENT = f"{NONE}|did not answer within 3 s"
"""Of a bus that takes a connection and says nothing: the bus's client gives up after a second of its own."""


@pytest.fixture
def patient(session: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Give a program that surely answers all the time that a busy machine needs to start it."""
    session.setattr("tui.settings.keyring.SECONDS", 60.0)
    return session


@fault("F87")
@pytest.mark.usefixtures("patient")
def test_no_bus() -> None:
    within(NONE)


@fault("F87")
def test_a_bus_that_takes_a_connection_and_says_nothing(session: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        path = f"/tmp/.{os.getpid()}-silent"
        silent.bind(path)
        try:
            silent.listen()
            session.setenv(BUS, f"unix:path={path}")
            within(SILENT)
        finally:
            Path(path).unlink()


@fault("F87")
def test_a_bus_nobody_serves_any_more(patient: pytest.MonkeyPatch, tmp_path: Path) -> None:
    patient.setenv(BUS, f"unix:path={tmp_path}/gone")
    within(f"{NONE}|The keyring failed")


@fault("F87")
def test_a_bus_without_a_keyring_on_it(patient: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with bus(tmp_path) as (address, _):
        patient.setenv(BUS, address)
        within(NONE)


@fault("F87")
def test_a_bus_that_is_stopped(session: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with bus(tmp_path) as (address, pid):
        session.setenv(BUS, address)
        os.kill(pid, signal.SIGSTOP)
        within(SILENT)


@fault("F87")
def test_a_keyring_that_is_locked_and_cannot_ask(session: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with bus(tmp_path) as (address, _), daemon(address, tmp_path):
        session.setenv(BUS, address)
        within("The keyring failed|did not answer within 3 s")


@fault("F87")
def test_a_keyring_that_was_stopped_is_named_and_answers_once_it_goes_on(
    session: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with bus(tmp_path) as (address, _), daemon(address, tmp_path, "--unlock", password=b"horse") as process:
        session.setenv(BUS, address)
        patiently(lambda: Keyring().set("board https://board.example", "work", "kept"))
        process.send_signal(signal.SIGSTOP)
        within("did not answer within 3 s")
        assert load(WORK, {"token": Secret("from the environment")}, Keyring()).token.reveal()
        process.send_signal(signal.SIGCONT)
        assert patiently(lambda: Keyring().get("board https://board.example", "work")) == "kept"


def patiently(ask: Callable[[], T]) -> T:
    """What the keyring says within a minute: the machine is busy, or it has others' questions to get through first."""
    ends = time.monotonic() + 60
    while True:
        try:
            return ask()
        except CredentialError:
            if time.monotonic() > ends:
                raise


@fault("F88")
@pytest.mark.parametrize(
    "backend",
    ["keyrings.alt.file.PlaintextKeyring", "keyring.backends.null.Keyring", "keyring.backends.chainer.ChainerBackend",
     "no.such.Backend"],
)  # fmt: skip
def test_a_keyring_the_environment_names_is_not_used(session: pytest.MonkeyPatch, backend: str) -> None:
    session.setenv("PYTHON_KEYRING_BACKEND", backend)
    with pytest.raises(CredentialError, match="no operating system's"):
        save(WORK, Secrets(Secret("t")), Keyring())


@fault("F88")
def test_a_plain_keyring_that_is_installed_is_not_used(session: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that offers itself before all others, as the packages that keep plain text do."""
    site = tmp_path / "site"
    (site / "plain-1.dist-info").mkdir(parents=True)
    (site / "plain-1.dist-info" / "entry_points.txt").write_text("[keyring.backends]\nplain = plain\n")
    (site / "plain-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: plain\nVersion: 1\n")
    (site / "plain.py").write_text(
        "from keyring.backend import KeyringBackend\n"
        "class Plain(KeyringBackend):\n"
        "    priority = 99\n"
        "    def get_password(self, *_): return 'x'\n"
        f"    def set_password(self, *a): open({str(tmp_path / 'clear')!r}, 'w').write(repr(a))\n"
    )
    from tui.settings import keyring

    child = f"import sys; sys.path.insert(0, {str(site)!r})\n{keyring._CHILD}"
    session.setattr(keyring, "_CHILD", child)
    with pytest.raises(CredentialError):
        save(WORK, Secrets(Secret("t")), Keyring())
    assert not (tmp_path / "clear").exists()


# --- files ------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir(mode=0o700)
    return made


def vault(home: Path) -> Vault:
    return Vault(home / "vault", lambda _new: Secret("horseshoe"))


def linked(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def piped(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def foldered(path: Path) -> None:
    path.unlink()
    path.mkdir(0o700)


def given_away(path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may give a file away")
    os.chown(path, 65534, 65534)


@fault("F89")
@pytest.mark.parametrize(
    "spoil",
    [lambda p: p.chmod(0o640), lambda p: p.chmod(0o602), lambda p: p.parent.chmod(0o770), linked, piped, foldered,
     given_away],
    ids=["group reads", "others write", "folder", "link", "pipe", "directory", "owner"],
)  # fmt: skip
def test_a_vault_that_is_not_ours_alone_is_refused_and_left(
    home: Path, spoil: Callable[[Path], None]
) -> None:
    save(WORK, Secrets(Secret("t")), vault(home))
    path = home / "vault"
    spoil(path)
    modes = [stat.S_IMODE(one.lstat().st_mode) for one in (path, home)]
    with pytest.raises(CredentialError):
        load(WORK, {}, vault(home))
    assert [stat.S_IMODE(one.lstat().st_mode) for one in (path, home)] == modes


KEEPER = """
import sys
from pathlib import Path
from tui.settings.accounts import Account
from tui.settings.credentials import Secrets, save
from tui.settings.vault import Vault
from tui.secret import Secret
from tui.settings import vault
vault._TIMES, vault._MEMORY_KIB, vault._LANES = 1, 32, 1
work = Account("work", "https://board.example", "KEY")
for n in range(100_000):
    save(work, Secrets(Secret(f"token {n}")), Vault(Path(sys.argv[1]), lambda _: Secret("horseshoe")))
    print(n, flush=True)
""".replace("KEY", KEY)


@fault("F90")
@pytest.mark.parametrize("lines", thinned([1, 4, 9, 17], 2, first=1))
def test_killed_while_it_is_written_a_vault_is_the_old_one_or_the_new(home: Path, lines: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KEEPER, str(home / "vault")],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(lines)]
    process.send_signal(signal.SIGKILL)
    told += [line for line in process.communicate()[0].splitlines(keepends=True) if line.endswith("\n")]
    last = int(told[-1])
    assert load(WORK, {}, vault(home)).token.reveal() in {f"token {last}", f"token {last + 1}"}


@fault("F90")
def test_without_room_a_vault_stays_as_it_was(tmp_path: Path) -> None:
    with mounted(tmp_path / "small", "64k") as home:
        home.chmod(0o700)
        save(WORK, Secrets(Secret("before")), vault(home))
        (home / "ballast").write_bytes(bytes(4096 * (os.statvfs(home).f_bavail)))
        with pytest.raises(CredentialError, match="cannot be written"):
            save(WORK, Secrets(Secret("after" * 3000)), vault(home))
        assert load(WORK, {}, vault(home)).token.reveal() == "before"
        assert sorted(one.name for one in home.iterdir()) == ["ballast", "vault"]


@fault("F90")
def test_a_file_that_may_not_grow_leaves_the_vault_as_it_was(home: Path) -> None:
    save(WORK, Secrets(Secret("before")), vault(home))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    opened = vault(home)
    assert load(WORK, {}, opened).token.reveal() == "before"
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        with pytest.raises(CredentialError, match="cannot be written"):
            save(WORK, Secrets(Secret("after" * 300)), opened)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert load(WORK, {}, vault(home)).token.reveal() == "before"
    assert [one.name for one in home.iterdir()] == ["vault"]


# --- commands -----------------------------------------------------------------------


def helper(script: str) -> Account:
    return Account("x", "https://b.example", KEY, secrets="command", command=(sys.executable, "-c", script))


@fault("F91")
@pytest.mark.parametrize(
    "script",
    ["import time; time.sleep(60)", "print('x' * 200_000)", "import sys; print('CANARY', file=sys.stderr); sys.exit(1)",
     "import os; os.kill(os.getpid(), 9)",
     "while True: print('x' * 10_000)"],
    ids=["hangs", "long", "fails", "killed", "endless"],
)  # fmt: skip
def test_a_command_that_misbehaves_is_left_and_not_quoted(
    monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    assert credentials._COMMAND_SECONDS == 10
    monkeypatch.setattr(credentials, "_COMMAND_SECONDS", 1.0)
    began = time.monotonic()
    with pytest.raises(CredentialError) as caught:
        load(helper(script), {})
    assert time.monotonic() - began < allowed(8)
    assert "CANARY" not in f"{caught.value} {caught.value.hint}"


@fault("F92")
def test_an_account_that_is_pointed_elsewhere_is_asked_for_its_token_anew(home: Path) -> None:
    save(WORK, Secrets(Secret("t")), vault(home))
    for url in ("https://evil.example", "https://board.example:8443"):
        with pytest.raises(CredentialError, match="no token"):
            load(Account("work", url, KEY), {}, vault(home))
    with pytest.raises(ValidationError, match="in clear"):
        Account("work", "http://board.example", KEY)
    assert load(WORK, {}, vault(home)).token.reveal() == "t"
