"""The real program, in processes of its own."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import for_shells
from tui import __version__
from tui.clock import SystemClock
from tui.server.run import LocalServer

ROOT = Path(__file__).parents[2]
HEAVY = (
    "textual",
    "rich",
    "httpx",
    "starlette",
    "sqlalchemy",
    "tomlkit",
    "keyring",
    "tenacity",
    "pydantic",
    "asyncio",
)


@pytest.fixture
def environment(tmp_path):
    return {
        **os.environ,
        "CARDSCOUT_HOME": str(tmp_path / "home"),
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
    }


@pytest.fixture
def known(environment):
    """The same, with a home that was used before: to invent its sample takes longer than what a command does."""
    LocalServer.open(environment_home(environment) / "data", SystemClock()).close()
    return environment


def environment_home(environment):
    return Path(environment["CARDSCOUT_HOME"])


def program(environment, *args, **how):
    return subprocess.run(
        [sys.executable, "-m", "tui", *args],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
        **how,
    )


def imported_by(code):
    """The top packages that ``code`` brings in, in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


def test_the_command_line_imports_nothing_heavy():
    assert not imported_by("import tui.cli.main") & set(HEAVY)


def test_the_screens_are_not_kept_waiting_by_the_command_line():
    code = (
        "import os; os.environ['PYDANTIC_DISABLE_PLUGINS'] = '__all__'; import tui.cli.start, tui.cli.screens"
    )
    assert not imported_by(code) & {"click", "httpx", "tenacity", "keyring", "starlette", "sqlalchemy"}


def test_a_command_never_imports_the_toolkit():
    code = "from tui.cli import transfer, boards, lists, labels, enrich, session; from tui.cli.card import checklists, group"
    assert not imported_by(code) & {"textual", "rich", "starlette", "sqlalchemy", "httpx"}


def test_the_version_is_told(environment):
    done = program(environment, "--version")
    assert done.stdout.decode() == f"cardscout, version {__version__}\n"


def test_help_lists_every_command(environment):
    done = program(environment, "--help")
    assert done.returncode == 0
    assert all(
        name in done.stdout.decode() for name in ("import", "export", "boards", "cards", "enrich", "credits")
    )


@pytest.mark.fault("F82")
def test_without_a_terminal_the_screens_are_refused_and_nothing_is_made(environment, tmp_path):
    done = program(environment, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"need a terminal" in done.stderr
    assert not (tmp_path / "home").exists()


@pytest.mark.fault("F83")
@pytest.mark.parametrize("term", ["dumb", "", "unknown", None])
def test_a_terminal_that_cannot_place_a_cursor_is_refused(environment, term, tmp_path):
    environment = {name: value for name, value in environment.items() if name != "TERM"}
    if term is not None:
        environment["TERM"] = term
    leader, follower = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tui"], env=environment, cwd=ROOT, timeout=60, check=False,
            stdin=follower, stdout=follower, stderr=follower,
        )  # fmt: skip
        said = os.read(leader, 4096)
    finally:
        os.close(leader)
        os.close(follower)
    assert done.returncode == 2
    assert b"cannot place a cursor" in said
    assert b"\x1b" not in said
    assert not (tmp_path / "home").exists()


def test_a_wrong_setting_stops_before_anything_is_opened(environment, tmp_path):
    config = tmp_path / "home" / "config"
    config.mkdir(parents=True)
    (config / "config.toml").write_text('density = "huge"\n')
    done = program(environment, "boards")
    assert done.returncode == 2
    assert b"line 1: density cannot be 'huge'" in done.stderr


@pytest.mark.fault("F77")
def test_a_home_that_cannot_be_is_named(environment):
    done = program({**environment, "CARDSCOUT_HOME": "relative"}, "boards")
    assert done.returncode == 2
    assert b"CARDSCOUT_HOME must be an absolute path" in done.stderr


@pytest.mark.slow
def test_whoever_stops_reading_ends_it_quietly(known):
    command = f'"{sys.executable}" -m tui boards --json; echo "code $?" >&2'
    done = subprocess.run(
        ["/bin/bash", "-c", f"({command}) | true"],
        env=known,
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stderr.decode() == "code 141\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("boards <&- >&- 2>&-", 0, ""),
        ("boards --json >/dev/full", 5, "the output cannot be written: No space left on device"),
        ("accounts remove x <&-", 2, "there is no account 'x'"),
    ],
)
def test_a_stream_that_is_closed_or_full_ends_nothing_in_the_middle(known, command, code, said):
    done = subprocess.run(
        ["/bin/bash", "-c", f'"{sys.executable}" -m tui {command}'],
        env=known,
        cwd=ROOT,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (code, b"")
    assert said in done.stderr.decode()
    assert "fault of ours" not in done.stderr.decode()


@pytest.mark.slow
def test_two_imports_at_once_do_not_tread_on_each_other(environment, export_file):
    jobs = [
        subprocess.Popen(
            [sys.executable, "-m", "tui", "import", export_file], env=environment, cwd=ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]  # fmt: skip
    told = sorted(job.communicate(timeout=60)[0].decode().split()[0] for job in jobs)
    assert [job.returncode for job in jobs] == [0, 0]
    assert told == ["'Kōrero'", "imported"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete_and_what(environment, shell):
    source = program({**environment, "_CARDSCOUT_COMPLETE": f"{shell}_source"})
    assert (source.returncode, b"_CARDSCOUT_COMPLETE" in source.stdout) == (0, True), source.stderr
    words = {"COMP_WORDS": "cardscout enrich pe", "COMP_CWORD": "2" if shell != "fish" else "pe"}
    told = program({**environment, "_CARDSCOUT_COMPLETE": f"{shell}_complete", **words})
    assert told.returncode == 0, told.stderr
    assert b"person" in told.stdout
    assert b"company" not in told.stdout
    assert not (environment_home(environment) / "data").exists(), "completing opens nothing"


@pytest.mark.slow
def test_the_session_in_readme_does_its_work(environment, tmp_path):
    readme = (ROOT / "README.md").read_text("utf-8")
    session = re.findall(r"^```sh\n(board=.+?)^```$", readme, re.MULTILINE | re.DOTALL)[0]
    with for_shells(tmp_path) as programs:
        done = subprocess.run(
            ["/bin/bash", "-e", "-o", "pipefail", "-c", session],
            env={**environment, "PATH": f"{programs}:{environment['PATH']}"},
            capture_output=True,
            timeout=100,
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    van = json.loads(done.stdout[done.stdout.index(b"{") :])
    assert (van["name"], van["desc"], van["dueComplete"]) == (
        "Hire the van",
        "Seven seats, **two** days",
        True,
    )
    assert [one["name"] for one in van["labels"]] == ["urgent"]
    assert [one["text"] for one in van["comments"]] == ["They ring back at noon"]
    assert [item["name"] for one in van["checklists"] for item in one["checkItems"]] == ["Insurance", "Keys"]
    cards = json.loads(program(environment, "cards", "Harbour fair", "--json").stdout)
    labels = {one["name"]: [label["name"] for label in one["labels"]] for one in cards}
    assert labels == {"Book a stand": [], "Print flyers": ["urgent"], "Hire the van": ["urgent"]}
