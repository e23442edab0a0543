"""A window is open, closed, or of a process that is no more."""

import os
from socket import gethostname

import pytest

from tui.store.windows import window
from tui.store.windows.window import close_window, is_closed, is_gone, open_window


def test_a_window_is_open_until_it_is_closed() -> None:
    name = open_window()
    assert not is_closed(name)
    close_window(name)
    assert is_closed(name)
    assert is_closed("")


@pytest.mark.parametrize(
    ("host", "pid", "gone"),
    [(gethostname(), 2**22 + 1, True), (gethostname(), os.getpid(), False), ("elsewhere", 1, False)],
    ids=["gone", "this one", "another machine's"],
)
def test_a_process_that_is_no_more_is_told_from_one_that_runs(host: str, pid: int, gone: bool) -> None:
    assert is_gone(f"{host}:{pid}:x") == gone


@pytest.mark.parametrize("name", ["", "x", f"{gethostname()}:12", f"{gethostname()}:pid:1"])
def test_of_a_name_that_is_none_nobody_can_tell(name: str) -> None:
    assert not is_gone(name)


def test_a_number_too_large_for_a_process_is_of_none() -> None:
    assert is_gone(f"{gethostname()}:{10**30}:1")


def test_a_number_that_another_process_has_by_now_is_of_the_one_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = open_window()
    monkeypatch.setattr(window, "_started", lambda _: "1")
    before = name.rsplit(":", 1)[0] + ":9-x"
    assert is_gone(before)
    assert not is_gone(name.rsplit(":", 1)[0] + ":1-x")
    close_window(name)


def test_whose_machine_is_another_is_taken_for_closed() -> None:
    assert is_closed("elsewhere:1:x")
