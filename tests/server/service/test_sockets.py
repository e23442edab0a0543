"""The sockets a service listens on."""

import socket

import pytest

from tui.errors import UsageError
from tui.server.service.sockets import listen_file, listen_tcp


def test_a_connection_sends_at_once_what_it_is_given() -> None:
    with listen_tcp("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        taken, _ = listening.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_told_in_plain_words() -> None:
    with listen_tcp("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(
            UsageError, match=f"cannot listen on 127.0.0.1 port {port}: another program does$"
        ):
            listen_tcp("127.0.0.1", port)


@pytest.mark.parametrize(
    ("mode", "hint"), [(0o755, "chmod 700 {folder}, or name another"), (0o1777, "name one of your own")]
)
def test_a_shared_folder_is_not_to_be_closed_to_all_others(tmp_path, mode, hint) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(UsageError, match="is open to others") as refused:
        listen_file(folder / "serve.sock")
    assert refused.value.hint == hint.format(folder=folder)
