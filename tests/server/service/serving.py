"""``cardscout serve`` as a process, for tests."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from click.testing import CliRunner

from tests.forked import ROOT, Forked, program
from tui.cli.main import cli


def run(*args: object, text: str | None = None) -> Any:
    """A command that ends: what it wrote as JSON. In this process, as most of its time would go into imports."""
    done = CliRunner().invoke(cli, ["serve", *map(str, args)], input=text, prog_name="cardscout")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refused(*args: object) -> str:
    """A command that fails: its exit code and what it says."""
    done = program("serve", *map(str, args), errors=True)
    with done.stdout as stdout:
        said = stdout.read()
    code = done.wait(60)
    assert code != 0, said
    assert "Traceback" not in said
    return f"{code} {said}"


@dataclass
class Served:
    """A server that runs."""

    process: Forked | subprocess.Popen[str]
    told: dict[str, str]
    data: Path

    def stop(self) -> int:
        """Exit code of a server that was asked to end."""
        self.process.terminate()
        return self.process.wait(30)


@contextlib.contextmanager
def served(data: Path, *args: object, python: bool = False) -> Iterator[Served]:
    """A server on ``data``, answering; with ``python`` it starts as outside of tests."""
    argv = ["serve", "--data", str(data), "--port", "0", *map(str, args)]
    process: Forked | subprocess.Popen[str]
    if python:
        process = subprocess.Popen(
            [sys.executable, "-m", "tui", *argv], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
    else:
        process = program(*argv)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, f"it ended with {process.wait(30)}"
        yield Served(process, json.loads(line), data)
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(30)
        if process.stdout is not None:
            process.stdout.close()


def signed_in(server: Served, who: dict[str, str]) -> httpx.Client:
    """A client of the board service. It is asked without TLS: to read the system's certificates takes 30 ms."""
    credentials = {"key": who["key"], "token": who["token"]}
    return httpx.Client(
        base_url=f"{server.told['url']}/1", params=credentials, trust_env=False, verify=False, timeout=30
    )


def newcomer(args: tuple[object, ...], name: str = "ada") -> dict[str, str]:
    """A member and a token of theirs."""
    run("user", name, "--json", *args)
    made: dict[str, str] = run("token", name, "--json", *args)
    return made
