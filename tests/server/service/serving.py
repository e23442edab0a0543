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

from tui.cli.main import cli

ROOT = Path(__file__).parents[3]


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "tui", "serve", *map(str, args)]


def run(*args: object, text: str | None = None) -> Any:
    """A command that ends: what it wrote as JSON. In this process, as most of its time would go into imports."""
    done = CliRunner().invoke(cli, ["serve", *map(str, args)], input=text, prog_name="cardscout")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def refused(*args: object) -> str:
    """A command that fails: its exit code and what it says."""
    done = subprocess.run(command(*args), capture_output=True, text=True, cwd=ROOT, check=False, timeout=60)
    assert done.returncode != 0, done.stdout
    assert "Traceback" not in done.stderr
    return f"{done.returncode} {done.stderr}"


@dataclass
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    told: dict[str, str]
    data: Path

    def stop(self) -> int:
        """Exit code of a server that was asked to end."""
        self.process.terminate()
        return self.process.wait(30)


@contextlib.contextmanager
def served(data: Path, *args: object) -> Iterator[Served]:
    """A server on ``data``, answering."""
    process = subprocess.Popen(
        command("--data", data, "--port", 0, *args), stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
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
