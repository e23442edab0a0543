"""One answer tells whether the service has a log of its boards."""

import pytest

from tui.errors import NotFound
from tui.sync.reading.board_log import BoardLog


async def gone() -> str:
    raise NotFound("nothing is here", service="board")


async def whole() -> str:
    return "log"


async def some() -> str:
    return "feed"


async def test_a_service_with_a_log_is_asked_for_it() -> None:
    log = BoardLog()
    assert await log.read(whole, some) == "log"
    assert log.exists is True


async def test_a_service_without_one_is_asked_once() -> None:
    log = BoardLog()
    assert await log.read(gone, some) == "feed"
    assert log.exists is False
    assert await log.read(whole, some) == "feed"


@pytest.mark.parametrize("known", [None, True])
async def test_a_board_that_is_gone_says_nothing_of_the_service(known: bool | None) -> None:
    log = BoardLog()
    log.exists = known
    with pytest.raises(NotFound):
        await log.read(gone, gone)
    assert log.exists is known
