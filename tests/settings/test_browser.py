"""The browser of this machine: whether a page would be seen, how it is reached, and how it is opened."""

import errno
import os
import subprocess
import sys

import pytest

from tui.errors import UsageError
from tui.settings.browser import has_browser, no_browser, open_page, tunnel


def test_where_a_browser_is(monkeypatch):
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not has_browser()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_browser()
    monkeypatch.setenv("SSH_CONNECTION", "x")
    assert not has_browser()
    monkeypatch.setenv("BROWSER", "helper")
    assert has_browser()


def test_a_browser_that_would_not_be_seen_says_why_and_how_the_page_is_reached(monkeypatch):
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in no_browser()
    assert "BROWSER" in no_browser()
    assert tunnel("http://127.0.0.1:8470") == ""
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.9 50000 10.0.0.2 22")
    assert "over SSH" in no_browser()
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    assert tunnel("http://127.0.0.1:8470") == "ssh -L 8470:127.0.0.1:8470 ada@10.0.0.2"
    assert tunnel("http://[::1]:8470") == "ssh -L 8470:[::1]:8470 ada@10.0.0.2"
    monkeypatch.setenv("SSH_CONNECTION", "127.0.0.1 50000 127.0.0.1 2222")
    monkeypatch.setattr("platform.node", lambda: "shed")
    assert tunnel("http://127.0.0.1:8470") == "ssh -p 2222 -L 8470:127.0.0.1:8470 ada@shed"
    assert tunnel("https://boards.example.org") == ""
    monkeypatch.setenv("BROWSER", "helper")
    assert no_browser() == ""


def test_a_page_is_opened_by_a_process_that_cannot_write_on_the_terminal(monkeypatch):
    started = []

    class Opening:
        def __init__(self, words, **how):
            started.append((words, how))

        def wait(self):
            return 0

    monkeypatch.setattr(subprocess, "Popen", Opening)
    open_page("https://boards.example.org/1/authorize")
    ((words, how),) = started
    assert words[-2:] == ["webbrowser", "https://boards.example.org/1/authorize"]
    assert [how[stream] for stream in ("stdin", "stdout", "stderr")] == [subprocess.DEVNULL] * 3
    assert how["start_new_session"], "ctrl+c here does not close the browser"


def test_a_browser_that_does_not_start_is_told_with_what_to_do(monkeypatch):
    def fails(*_words, **_how):
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr(subprocess, "Popen", fails)
    with pytest.raises(UsageError, match="no browser could be started") as refused:
        open_page("https://boards.example.org")
    assert refused.value.hint == "open the address by hand"


def test_a_port_that_the_address_does_not_name_is_that_of_its_scheme(monkeypatch):
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.9 50000 10.0.0.2 22")
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    assert tunnel("http://localhost") == "ssh -L 80:localhost:80 ada@10.0.0.2"
    assert tunnel("https://localhost") == "ssh -L 443:localhost:443 ada@10.0.0.2"
