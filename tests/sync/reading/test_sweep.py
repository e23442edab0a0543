"""Whole boards that are read again: what vanished goes, where that is sure."""

from __future__ import annotations

import pytest

from tests.sync.pulling import Pull, card_id, known
from tests.sync.stub_service import BOARD
from tui.model.checklist import Checklist


@pytest.mark.parametrize("what", ["cards", "checklists"])
async def test_what_vanished_is_removed_unless_a_page_had_unreadable_things(pull: Pull, what: str) -> None:
    steps = [Checklist(id=f"{n:024x}", id_board=BOARD, id_card=card_id(0), name=f"{n}") for n in range(2)]
    pull.service.steps = [*steps]
    await known(pull)
    pull.service.held.pop()
    pull.service.steps.pop()
    pull.service.skipped[what] = 1
    await pull.puller.pull_board(BOARD)
    assert pull.here() == ["Card 0", "Card 1"][: 2 if what == "cards" else 1]
    assert len(pull.store.checklists.of_card(card_id(0))) == (2 if what == "checklists" else 1)
    assert pull.progress == [(0, 0), (1, 2)]
    assert (pull.service.asked.count("cards 100"), pull.service.asked.count("checklists")) == (1, 1)


async def test_many_cards_and_checklists_vanish_only_at_the_second_reading(pull: Pull) -> None:
    pull.service.steps = [
        Checklist(id=f"{n:024x}", id_board=BOARD, id_card=card_id(0), name=f"{n}") for n in range(60)
    ]
    await known(pull, 60)
    del pull.service.held[1:], pull.service.steps[1:]
    await pull.puller.pull_board(BOARD)
    assert pull.asked() == ["newest 1", "frame", *["cards 100"] * 2, *["checklists"] * 2, "comments 100"]
    assert pull.here() == ["Card 0"]
    assert len(pull.store.checklists.of_card(card_id(0))) == 1
