"""``make far``: Cardscout over a real sshd on loopback with a delay between: bytes and waiting, key by key.

``DELAY_MS=100 CARDS=1000 ROUNDS=3 make far``. The delay is of the round trip: a proxy holds each piece back for half of it on
each way. The sshd is this machine's, with a configuration, keys and a free port of its own in a temporary folder, and
lets in nobody but the user who runs it. Never part of CI: it needs an sshd, and its figures are those of a machine.
"""

import asyncio
import getpass
import os
import shlex
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from contextlib import closing, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.everyday import Script, measured  # noqa: E402 - the path comes first
from tests.bench.paint import Recorder, imported, start  # noqa: E402 - the path comes first
from tests.bench.rivals import BECOME  # noqa: E402 - the path comes first
from tests.terminal.terminal import KEYS  # noqa: E402 - the path comes first

HELD = 60
"""Times that a held key is sent, 30 a second: fewer than a list of a thousand cards on eight lists has."""

SCRIPT: Script = (
    ("j", "go to the next card"),
    ("enter", "open a card"),
    ("C", "begin a comment"),
    *((letter, "type a letter") for letter in "ring again"),
    ("ctrl+s", "send the comment"),
    ("esc", "close a card"),
    ("/", "begin a filter"),
    *((letter, "type a letter of a filter") for letter in "pilot"),
    ("esc", "end a filter"),
)


class Proxy:
    """A TCP proxy that holds each piece of a connection back.

    Args:
        port: Where it connects to, on loopback.
        delay: Seconds that a piece is held back, each way.

    Attributes:
        port: Where it listens, on loopback.
    """

    def __init__(self, port: int, delay: float) -> None:
        self._to, self._delay = port, delay
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True).start()

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._connected, sock=self._listener)
        await server.serve_forever()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._to)
        await asyncio.gather(self._pump(reader, there_writer), self._pump(there_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand on what comes, in order, each piece so long after it came; the end of it too."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def hand_on() -> None:
            while True:
                due, data = await pieces.get()
                await asyncio.sleep(due - time.monotonic())
                if not data:
                    break
                writer.write(data)
            writer.close()

        task = asyncio.create_task(hand_on())
        data = b"-"
        while data:
            data = await reader.read(65536)
            pieces.put_nowait((time.monotonic() + self._delay, data))
        await task


def free_port() -> int:
    """Return a port that nobody listens at now."""
    with closing(socket.create_server(("127.0.0.1", 0))) as one:
        return int(one.getsockname()[1])


def sshd(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start an sshd of one's own, and return it and its port."""
    program = shutil.which("sshd", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if program is None:
        raise SystemExit("there is no sshd: install openssh-server")
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / name)], check=True)
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # where a root's sshd wants to be shut in
    port = free_port()
    (folder / "sshd_config").write_text(
        f"ListenAddress 127.0.0.1:{port}\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/user.pub\nPidFile none\n"
        f"StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
        f"PermitRootLogin prohibit-password\nAllowUsers {getpass.getuser()}\n"
    )
    running = subprocess.Popen(
        [program, "-D", "-e", "-f", str(folder / "sshd_config")], stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 10
    while running.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            with suppress(subprocess.TimeoutExpired):
                running.wait(0.05)
        else:
            return running, port
    raise SystemExit("sshd did not start: run it with -d and the same configuration")


def far_off(folder: Path, port: int, home: Path, board: str) -> Recorder:
    """Start Cardscout at the other end of ssh."""
    environment = {"CARDSCOUT_HOME": str(home), "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items())
    program = f"cd {shlex.quote(str(ROOT))} && {settings} {shlex.quote(sys.executable)} -m tui --board {shlex.quote(board)}"
    options = [
        f"-oUserKnownHostsFile={folder}/known", "-oStrictHostKeyChecking=no", "-oLogLevel=ERROR", "-oIdentitiesOnly=yes",
    ]  # fmt: skip
    who = f"{getpass.getuser()}@127.0.0.1"
    argv = ["ssh", "-F", "none", "-tt", "-p", str(port), "-i", str(folder / "user"), *options, who, program]
    return Recorder(argv, folder, BECOME)


def held(terminal: Recorder, key: str) -> float:
    """Hold a key, 30 a second, and return the ms from the last one to the last output."""
    began = time.perf_counter()
    for number in range(HELD):
        terminal.write(key)
        while (left := began + (number + 1) / 30 - time.perf_counter()) > 0:
            terminal.read(left)
    last = began + (HELD - 1) / 30
    terminal.settle(0.5)
    return (terminal.log[-1][0] - last) * 1000


def measure(folder: Path, cards: int, rounds: int, delay: float) -> None:
    """Print what is waited for, and how much is sent."""
    home = imported(folder, cards)
    daemon, port = sshd(folder)
    found = defaultdict[str, list[tuple[float, float, float]]](list)
    lags = []
    try:
        proxy = Proxy(port, delay / 2)
        for _ in range(rounds):
            with far_off(folder, proxy.port, home, f"{cards} cards") as terminal:
                first = start(terminal, "C00")
                terminal.settle(2)
                for name, figures in measured(terminal, SCRIPT):
                    found[name].append((figures["first ms"], figures["ms"], figures["bytes"]))
                lags.append(held(terminal, "j"))
                found["first screen, with the login"].append(
                    (
                        first["content ms"],
                        first["content ms"] + first["quiet after content ms"],
                        first["bytes until quiet"],
                    )
                )
                terminal.write(KEYS["ctrl+q"])
                terminal.wait_exit()
    finally:
        daemon.terminate()
        daemon.wait()
    print(
        f"\n{cards:,} cards, 120x40, {delay * 1000:.0f} ms there and back, load {os.getloadavg()[0]:.1f}; medians\n"
    )
    print("| | first ms | beyond the delay | last ms | bytes |\n|---|--:|--:|--:|--:|")
    for name, rows in found.items():
        shown, quiet, sent = (statistics.median(each) for each in zip(*rows, strict=True))
        print(f"| {name} | {shown:.0f} | {shown - delay * 1000:.0f} | {quiet:.0f} | {sent:.0f} |")
    lag = statistics.median(lags)
    print(f"| lag of a held key, 30 a second | {lag:.0f} | {lag - delay * 1000:.0f} | | |")


if __name__ == "__main__":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as scratch:
        wait = float(os.environ.get("DELAY_MS", "100")) / 1000
        measure(Path(scratch), int(os.environ.get("CARDS", "1000")), int(os.environ.get("ROUNDS", "3")), wait)
