"""Single cards are read whole, and what an answer does not have goes."""

from __future__ import annotations

import pytest

from tests.sync.pulling import Pull, card_id, known
from tests.sync.stub_service import ME
from tui.api.board.resource import Page
from tui.errors import Forbidden
from tui.model.action import Comment


async def test_a_card_that_is_gone_is_removed_and_a_hidden_one_stays(pull: Pull) -> None:
    await known(pull)
    pull.service.failing[f"whole {card_id(1)}"] = Forbidden("hidden")
    await pull.puller.card(card_id(1))
    assert pull.here() == ["Card 0", "Card 1"]
    with pytest.raises(Forbidden):
        await pull.puller.cards.fetch(card_id(1))
    pull.service.failing.clear()
    pull.service.held.pop()
    assert await pull.puller.cards.fetch(card_id(1), board=False) is None
    assert pull.here() == ["Card 0"]


@pytest.mark.parametrize("whole", [True, False])
async def test_comments_that_are_not_there_any_more_go_where_all_were_read(pull: Pull, whole: bool) -> None:
    await known(pull)
    said = [
        Comment(id=f"{n:024x}", id_card=card_id(1), text=f"{n}", date=pull.clock.now(), author_id=author)
        for n, author in enumerate([ME, "7" * 24])
    ]
    pull.service.said = Page(said, sent=2, oldest=said[0].id)
    await pull.puller.card(card_id(1))
    assert [(one.text, one.mine) for one in pull.store.actions.comments(card_id(1))] == [
        ("1", False),
        ("0", True),
    ]
    pull.service.said = Page(said[:1], sent=1 if whole else 50, oldest=said[0].id)
    await pull.puller.card(card_id(1))
    assert [one.text for one in pull.store.actions.comments(card_id(1))] == (["0"] if whole else ["1", "0"])
