"""The sockets a service listens on."""

import socket

from tui.server.service.sockets import listen_tcp


def test_a_connection_sends_at_once_what_it_is_given() -> None:
    with listen_tcp("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        taken, _ = listening.accept()
        with taken:
            assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
