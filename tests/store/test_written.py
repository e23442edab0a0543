import asyncio
import threading
from logging import ERROR

import pytest

from tests.store.conftest import BOARD, card_id
from tui.errors import StoreError
from tui.model.writes.cards import UpdateCard
from tui.store.db import until_written
from tui.store.store import Store


def busy(store: Store) -> threading.Event:
    """Keep the writer busy, as another process's lock does, until the answer is set."""
    free = threading.Event()
    store._db.write(lambda _tx: free.wait(10))
    return free


async def test_the_result_and_the_error_come_through(store: Store) -> None:
    row = await until_written(store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(1), name="New")))
    assert row.state == "waiting"
    with pytest.raises(StoreError):
        await until_written(store.writes.submit(UpdateCard(board_id=BOARD, card_id="f" * 24, name="New")))


async def test_who_stops_waiting_does_not_take_the_write_back(store: Store) -> None:
    free = busy(store)
    write = store.writes.submit(UpdateCard(board_id=BOARD, card_id=card_id(1), name="New"))
    waiter = asyncio.create_task(until_written(write))
    await asyncio.sleep(0)
    waiter.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiter
    free.set()
    assert write.result(10).state == "waiting"
    face = store.cards.face(card_id(1))
    assert face is not None
    assert face.name == "New"


async def test_a_failure_that_nobody_waits_for_is_in_the_log(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    free = busy(store)
    write = store.writes.submit(UpdateCard(board_id=BOARD, card_id="f" * 24, name="New"))
    waiter = asyncio.create_task(until_written(write))
    await asyncio.sleep(0)
    waiter.cancel()
    with caplog.at_level(ERROR), pytest.raises(asyncio.CancelledError):
        await waiter
    free.set()
    assert write.exception(10) is not None
    store.close()
    assert "nobody waits for any more" in caplog.text


async def test_a_write_that_nobody_waits_for_and_that_succeeds_is_not_in_the_log(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    free = busy(store)
    waiter = asyncio.create_task(until_written(store._db.write(lambda _tx: None)))
    await asyncio.sleep(0)
    waiter.cancel()
    with caplog.at_level(ERROR), pytest.raises(asyncio.CancelledError):
        await waiter
    free.set()
    store.close()
    assert caplog.text == ""
