"""Processes of the program that begin with its modules in memory: importing them takes longer than what most do.

Each is a process of its own, with its own environment, which can be killed. How the program starts, and what it then
imports, is shown by tests that start it with Python.
"""

import marshal
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.preload"])


class Forked:
    """A process that does something, and what it writes.

    Args:
        does: A function of a module; the process ends with it.
        args: What it is called with.
        env: The environment, or this process's.
        errors: Whether what it writes to standard error is read too.
    """

    def __init__(
        self,
        does: Callable[..., None],
        *args: str,
        env: Mapping[str, str] | None = None,
        errors: bool = False,
    ) -> None:
        reader, writer = _context.Pipe(duplex=False)
        self._process = _context.Process(
            target=_do, args=(does, args, dict(os.environ if env is None else env), writer, errors)
        )
        self._process.start()
        writer.close()
        self.stdout: IO[str] = os.fdopen(os.dup(reader.fileno()), encoding="utf-8")
        reader.close()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        """The exit code of one that has ended, negative where a signal ended it."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """The exit code, once it has ended."""
        self._process.join(seconds)
        code = self._process.exitcode
        assert code is not None, f"process {self.pid} still runs"
        return code

    def kill(self) -> None:
        """Kill it as ``kill -9`` does."""
        self._process.kill()

    def terminate(self) -> None:
        """Ask it to end."""
        self._process.terminate()


def program(*argv: str, env: Mapping[str, str] | None = None, errors: bool = False) -> Forked:
    """The program, with what follows its name on the command line."""
    return Forked(run, *argv, env=env, errors=errors)


def printed(*argv: str, env: Mapping[str, str] | None = None) -> str:
    """What the program prints, once it has ended well."""
    done = program(*argv, env=env)
    with done.stdout as stdout:
        text = stdout.read()
    assert done.wait(60) == 0, argv
    return text


@contextmanager
def for_shells(folder: Path) -> Iterator[Path]:
    """Make a folder for ``PATH`` whose ``cardscout`` is such a process, with the streams and the environment of its caller.

    Args:
        folder: Where the folder is made.
    """
    where = folder / "bin"
    where.mkdir()
    # A socket's path is short, and that of a test may be long.
    with tempfile.TemporaryDirectory(prefix="cs-sh-", dir="/tmp") as near:
        path = Path(near) / "calls"
        (where / "cardscout").write_text(f"#!{sys.executable} -IS\n{_CALL.replace('PATH', repr(str(path)))}")
        (where / "cardscout").chmod(0o755)
        serving = Forked(_answer_calls, str(path))
        serving.stdout.readline()
        try:
            yield where
        finally:
            serving.kill()
            serving.wait(60)
            serving.stdout.close()


_CALL = """\
import marshal, os, socket, sys
with socket.socket(socket.AF_UNIX) as call:
    call.connect(PATH)
    said = marshal.dumps((sys.argv[1:], dict(os.environ), os.getcwd()))
    socket.send_fds(call, [said], [0, 1, 2])
    call.shutdown(socket.SHUT_WR)
    code = int(call.recv(16))
sys.exit(code)
"""
"""What a shell starts: it has itself done by a process that has the program in memory, and ends as that one does."""


def _answer_calls(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        sys.stdout.write("listens\n")
        sys.stdout.flush()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            call, _ = listener.accept()
            if not os.fork():
                break
            call.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    said, streams, _, _ = socket.recv_fds(call, 1 << 20, 3)
    while more := call.recv(1 << 20):
        said += more
    if worker := os.fork():
        call.sendall(str(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])).encode())
        os._exit(0)
    call.close()
    argv, env, folder = marshal.loads(said)
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    os.chdir(folder)
    for number, (name, stream) in enumerate(zip(("stdin", "stdout", "stderr"), streams, strict=True)):
        os.dup2(stream, number)
        os.close(stream)
        setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8", closefd=False))
    run(*argv)


def run(*argv: str) -> None:
    """Run the program in this process, with what follows its name on the command line."""
    from tui.cli.start import main

    sys.argv[:] = ["cardscout", *argv]
    main()


def _do(
    does: Callable[..., None],
    args: tuple[str, ...],
    env: Mapping[str, str],
    output: Connection,
    errors: bool,
) -> None:
    os.environ.clear()
    os.environ.update(env)
    time.tzset()
    os.chdir(ROOT)
    for number, name in ((1, "stdout"), (2, "stderr"))[: 2 if errors else 1]:
        os.dup2(output.fileno(), number)
        # Not what there was before, which may take the pipe for a file.
        setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
    output.close()
    does(*args)
