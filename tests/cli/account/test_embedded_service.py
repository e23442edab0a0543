"""The server inside the program is opened when it is needed, once, and its file is watched without it."""

from collections.abc import Iterator

import pytest

from tui.cli.account.embedded_service import EmbeddedService
from tui.clock import SystemClock
from tui.server.run import LocalServer
from tui.settings.paths import Paths


@pytest.fixture
def service(program: object) -> Iterator[EmbeddedService]:
    opened = EmbeddedService(Paths.open(), SystemClock())
    yield opened
    opened.close()


def test_the_server_is_opened_once(service: EmbeddedService, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[LocalServer] = []
    real = LocalServer.open

    def open_(*given: object) -> LocalServer:
        opened.append(real(*given))  # type: ignore[arg-type] # as it was called
        return opened[-1]

    monkeypatch.setattr(LocalServer, "open", open_)
    link = service.link()
    assert opened == [service.server()]
    assert (link.key, link.token.reveal()) == (opened[0].key, opened[0].token)


def test_another_version_of_the_program_reads_anew_what_the_last_one_read(
    service: EmbeddedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not service.revision(), "there is no server yet"
    service.server()
    before = service.revision()
    assert before
    assert service.revision() == before
    monkeypatch.setattr("tui.cli.account.embedded_service.__version__", "9.9.9")
    assert service.revision() not in {"", before}
