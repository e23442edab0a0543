"""The changes the service does not have, as the outbox page lists them."""

import sqlite3
from contextlib import closing

import pytest

from tests.services.conftest import House
from tui.errors import StoreError
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import UpdateCard
from tui.model.writes.comments import AddComment


async def test_one_that_cannot_be_read_is_listed_copied_and_given_up_and_the_others_are_sent(
    house: House,
) -> None:
    card = await house.make("/cards", idList=house.lists[0], name="Ana Lee")
    other = await house.make("/cards", idList=house.lists[0], name="Ben Ray")
    await house.workspace.boards.pull(house.board_id)
    queue = house.workspace._store.outbox
    assert queue.lease("another process", house.clock.now()).result()
    await house.workspace.writes.submit(
        AddComment(board_id=house.board_id, card_id=card, comment_id=new_local_id(), text="typed for long")
    )
    await house.workspace.writes.submit(UpdateCard(board_id=house.board_id, card_id=card, name="Ana Li"))
    await house.workspace.writes.submit(UpdateCard(board_id=house.board_id, card_id=other, name="Ben Rye"))
    outbox = house.workspace.outbox
    seq = outbox.all()[0].seq
    with closing(sqlite3.connect(house.store_path)) as conn:
        conn.execute("UPDATE outbox SET op = substr(op, 1, length(op) - 2) WHERE seq = ?", (seq,))
        conn.commit()
    queue.release("another process").result()
    house.workspace.sync.refresh()
    await house.sent()
    names = [(await house.http.get(f"/cards/{one}")).json()["name"] for one in (card, other)]
    assert names == ["Ana Li", "Ben Rye"]
    (lost,) = outbox.all()
    assert (lost.seq, lost.standing, lost.typed) == (seq, "refused", "typed for long")
    assert outbox.numbers() == {seq}
    assert outbox.all(but=frozenset({seq})) == []
    assert "cannot be read" in lost.words
    assert "add comment" in lost.words
    assert house.workspace.sync.status().refused == 1
    with pytest.raises(StoreError, match="cannot be read"):
        await outbox.retry(seq)
    await outbox.drop(seq)
    assert outbox.all() == []


async def test_those_that_are_known_are_left_out_of_the_list_but_not_of_the_numbers(house: House) -> None:
    card = await house.make("/cards", idList=house.lists[0], name="Ana Lee")
    await house.workspace.boards.pull(house.board_id)
    assert house.workspace._store.outbox.lease("another process", house.clock.now()).result()
    outbox = house.workspace.outbox
    assert outbox.numbers() == frozenset()
    for text in ("first", "second"):
        await house.workspace.writes.submit(
            AddComment(board_id=house.board_id, card_id=card, comment_id=new_local_id(), text=text)
        )
    first, second = outbox.all()
    assert outbox.numbers() == {first.seq, second.seq}
    assert outbox.all(but=frozenset({first.seq})) == [second]
