import errno
import logging
import os
import stat
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest

from tui.errors import UsageError
from tui.secret import MASK, Secret
from tui.settings import logs


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "cardscout.log"
    handler, secret = logs.start(path), Secret("hunter2")
    yield path
    logs.stop(handler)
    assert secret


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("GET https://x.example/1/boards?key=abc123&token=def456", "abc123"),
        ("GET https://x.example/1/boards?key=abc123&token=def456", "def456"),
        ("{'Authorization': 'Bearer s3cr3t.value'}", "s3cr3t.value"),
        ('headers: {"x-api-key": "fbl_12345"}', "fbl_12345"),
        ("Authorization: OAuth oauth_consumer_key=\"k1\", oauth_token='t1'", "t1"),
        ("token = ATTAaaaaaaaaaaaaaaaaaaaaaaaaaa", "ATTAaaaaaaaaaaaaaaaaaaaaaaaaaa"),
        ("seen ATTAbbbbbbbbbbbbbbbbbbbbbbbbbb here", "ATTAbbbbbbbbbbbbbbbbbbbbbbbbbb"),
        ("password: hunter3", "hunter3"),
        ("it is hunter2, as told", "hunter2"),
    ],
)
def test_secrets_are_masked(log, text, secret):
    logging.getLogger("tui").warning(text)
    assert secret not in log.read_text()
    assert MASK in log.read_text()


def test_plain_words_are_left(log):
    logging.getLogger("tui").info("moved a card to %s", "Qualified")
    assert log.read_text().endswith("INFO tui: moved a card to Qualified\n")


def test_a_traceback_is_masked_too(log):
    try:
        int("hunter2")
    except ValueError:
        logging.getLogger("tui").exception("failed")
    assert "hunter2" not in log.read_text()
    assert "ValueError" in log.read_text()


def test_hostile_text_cannot_drive_the_terminal_that_shows_the_log(log, request):
    logging.getLogger("tui").warning("\x1b]0;owned\x07 \ud800 \x9b2J")
    # What pytest itself caught cannot be sent from one test process to another: half a surrogate is no text.
    request.config.pluginmanager.get_plugin("logging-plugin").report_handler.reset()
    text = log.read_text()
    assert not {"\x1b", "\x07", "\x9b"} & set(text)


def test_requests_are_not_logged(log):
    logging.getLogger("httpx").info("HTTP Request: GET https://x.example")
    logging.getLogger("httpcore.connection").info("connect")
    assert log.read_text() == ""


def test_the_log_is_private_and_rotates(log, monkeypatch):
    files = [h for h in logging.getLogger().handlers if isinstance(h, RotatingFileHandler)]
    # Another test's may still be there.
    handler = next(h for h in files if h.baseFilename == str(log))
    monkeypatch.setattr(handler, "maxBytes", 500)
    for number in range(40):
        logging.getLogger("tui").info("line %d", number)
    found = sorted(log.parent.iterdir())
    assert len(found) == 1 + logs.KEPT
    assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}


def test_a_log_that_was_open_to_all_is_closed_to_them(tmp_path):
    path = tmp_path / "cardscout.log"
    path.touch(0o644)
    logs.stop(logs.start(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_unwritable_log_says_so(tmp_path):
    with pytest.raises(UsageError, match="cannot write the log"):
        logs.start(tmp_path / "missing" / "cardscout.log")


def test_a_log_on_a_full_disk_is_closed_without_an_error(tmp_path):
    handler = logs.start(tmp_path / "cardscout.log")
    assert isinstance(handler, RotatingFileHandler)
    assert handler.stream is not None
    handler.stream.close()
    with Path("/dev/full").open("w") as handler.stream:
        handler.stream.write("a line that is not on the disk yet")
        logs.stop(handler)
    assert handler not in logging.getLogger().handlers


def test_nothing_is_logged_where_a_read_only_disk_has_no_folder_for_it(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "may_only_be_read", lambda _path: True)
    logs.stop(logs.start(tmp_path / "missing" / "cardscout.log"))
    assert not list(tmp_path.iterdir())


def test_a_crash_file_without_room_says_what_to_do(tmp_path, monkeypatch):
    def full(*_args, **_options):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(UsageError, match="No space left") as refused:
        logs.write_crash(tmp_path / "crash.txt", ValueError("x"), about="cardscout 0")
    assert refused.value.hint == "make room there"


@pytest.mark.fault("F84")
def test_a_crash_is_left_private_and_masked(tmp_path):
    path = tmp_path / "crash.txt"
    passphrase, key = Secret("hunter2"), Secret("hunter2 and more")
    logs.write_crash(path, ValueError("hunter2 and more, hunter2 \x1b"), about="cardscout 0")
    assert passphrase != key
    assert path.read_text().startswith("cardscout 0\n")
    assert f"{MASK}, {MASK} " in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
