import asyncio
import errno
import json
import signal
from datetime import datetime, timedelta, timezone

import pytest

from tui.cli import output
from tui.errors import CredentialError, Rejected, StoreError, Unreachable, UsageError

HOSTILE = "\x1b]0;owned\x07 \x9b2J \u202eevil\u2066 \ud800 \x7f tab\t nl\n"


@pytest.mark.parametrize("lines", [False, True])
def test_nothing_a_terminal_obeys_is_left(lines):
    kept = output.clean(HOSTILE, lines=lines)
    assert not set(kept) & set("\x1b\x07\x9b\u202e\u2066\ud800\x7f")
    assert ("\n" in kept) == lines


@pytest.mark.parametrize("text", ["plain", "Tūī 資料 العميل", "👩‍💻 e\u0301"])
def test_honest_text_is_left_alone(text):
    assert output.clean(text) == text


def test_json_is_exact_and_harmless(capsys):
    output.as_json({"name": HOSTILE, "more": "資料"})
    written = capsys.readouterr().out
    assert json.loads(written)["name"] == HOSTILE
    assert "資料" in written
    assert not set(written) & set("\x1b\x07\x9b\u202e\ud800\x7f")


def test_a_moment_in_json_is_in_utc_as_the_service_writes_it(capsys):
    when = datetime(2031, 2, 3, 17, 5, 6, 789_123, tzinfo=timezone(timedelta(hours=13)))
    output.as_json({"at": when})
    output.as_line({"at": when})
    assert capsys.readouterr().out.count('"2031-02-03T04:05:06.789Z"') == 2
    with pytest.raises(TypeError):
        output.as_json({"at": object()})


def test_a_table_in_a_pipe_is_one_row_a_line(capsys):
    output.table(("id", "name"), [(1, "a\nb\tc"), (2, None)])
    assert capsys.readouterr().out == "1\ta␊b␉c\n2\t\n"


def test_a_table_on_a_terminal_has_a_head_and_straight_columns(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    output.table(("name", "n"), [("資料", 1), ("abcdef", 2)])
    assert capsys.readouterr().out == "NAME    N\n資料    1\nabcdef  2\n"


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (UsageError("wrong", hint="do this"), 2, "error: wrong\nhint: do this\n"),
        (CredentialError("locked"), 3, "error: locked\n"),
        (
            Unreachable("nobody"),
            4,
            (
                "error: nobody\nhint: see that the address is right, and that the service runs; "
                "cardscout doctor tries every account\n"
            ),
        ),
        (Unreachable("nobody", hint="ring them"), 4, "error: nobody\nhint: ring them\n"),
        (Rejected("no", fields={"name": "too long"}), 4, "error: no\n  name: too long\n"),
        (StoreError("busy"), 5, "error: busy\n"),
        (UsageError("\x1b[2J"), 2, "error: ␛[2J\n"),
        (
            UsageError(f"{'x' * 10_000!r} is no name", hint="shorter"),
            2,
            f"error: '{'x' * 78}…' is no name\nhint: shorter\n",
        ),
        (UsageError(f"no board is called {'y' * 10_000}"), 2, f"error: no board is called {'y' * 79}…\n"),
        (UsageError("z " * 5_000), 2, f"error: {'z ' * 500}…\n"),
        (UsageError(f"it's {'a ' * 50}isn't"), 2, f"error: it's {'a ' * 50}isn't\n"),
        (Rejected("size: no", fields={"size": "no"}), 4, "error: size: no\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_an_error_is_words_and_an_exit_code(capsys, error, code, said):
    with pytest.raises(SystemExit) as caught, output.errors_as_messages():
        raise error
    assert caught.value.code == code
    assert capsys.readouterr().err == said


def test_a_fault_of_ours_is_not_dressed_up():
    with pytest.raises(ZeroDivisionError), output.errors_as_messages():
        _ = 1 / 0


def test_a_disk_that_takes_nothing_more_is_no_fault_of_ours(capsys):
    with pytest.raises(SystemExit) as caught, output.errors_as_messages():
        raise OSError(errno.ENOSPC, "No space left on device", "/data/stage")
    assert caught.value.code == 5
    assert capsys.readouterr().err == (
        "error: /data/stage cannot be written: No space left on device\nhint: make room there\n"
    )
    with pytest.raises(PermissionError), output.errors_as_messages():
        raise OSError(errno.EACCES, "Permission denied", "/data/stage")


def test_one_is_singular():
    assert [output.plural(n, "archived cards") for n in (0, 1, 2)] == [
        "0 archived cards",
        "1 archived card",
        "2 archived cards",
    ]


def test_on_a_terminal_talk_is_broken_between_words(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "20")
    address = "https://boards.example.org/1/authorize?key=0"
    output.say(f"Allow Cardscout on this page: {address}\n  ssh -L 1:host:1 ada@10.0.0.2")
    assert capsys.readouterr().err.splitlines() == [
        "Allow Cardscout on",
        "this page:",
        address,
        "  ssh -L 1:host:1 ada@10.0.0.2",
    ]


def test_a_question_within_a_task_is_ended_by_the_first_interrupt(monkeypatch):
    """The handler of asyncio only asks the task to end, which the question goes on waiting for."""

    def interrupted(*_words, **_how) -> bool:
        signal.raise_signal(signal.SIGINT)
        return True

    answers = []

    async def asking() -> None:
        answers.append(output.ask("Sure?"))

    monkeypatch.setattr("click.confirm", interrupted)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(asking())
    assert answers == []
