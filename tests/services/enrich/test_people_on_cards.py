"""Who has a card in a list already: cards that are about somebody, and not those that mention them."""

import pytest

from tests.services.conftest import House
from tui.model.person import CompanyRef, EmailPoint, Person
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard


@pytest.mark.parametrize(
    ("name", "desc", "theirs"),
    [
        ("Ring her back", "see https://www.linkedin.com/in/ana-reid-7f", True),
        ("Ana Reid at Tūī Ridge", "", True),
        ("Ring Ana Reid (Tui Ridge Pty Ltd) on Monday", "", True),
        ("Ana Reid", "", True),
        ("Ring her back: ana@tuiridge.example", "", True),
        ("Ana Reid at Tūī Ridge", "https://www.linkedin.com/in/another-one-9", False),
        ("Ana Reid at Kauri Freight", "", False),
        ("Tūī Ridge Pty Ltd: renewal", "through ana@tuiridge.example", False),
        ("Liana Reidy at Tūī Ridge", "", False),
    ],
)
async def test_who_has_a_card_in_the_list_gets_no_second_one_without_a_word(
    staffed: House, name: str, desc: str, *, theirs: bool
) -> None:
    ana = Person(
        full_name="Ana Reid",
        network_slug="ana-reid-7f",
        network_url="https://www.linkedin.com/in/ana-reid-7f",
        company=CompanyRef(name="Tui Ridge"),
        emails=(EmailPoint(value="Ana@tuiridge.example"),),
    )
    people, home = staffed.workspace.people, staffed.lists[0]
    await staffed.cut_off()  # a card that is sent gets another id
    card_id = new_local_id()
    await staffed.workspace.writes.submit(
        CreateCard(board_id=staffed.board_id, card_id=card_id, list_id=home, name=name, desc=desc, pos=1.0)
    )
    found = await people.on_cards(home, [ana])
    assert [(person, card.id) for person, card in found] == ([(ana, card_id)] if theirs else [])
    assert len(await people.make_cards(home, [ana])) == (not theirs)
    assert len(await people.make_cards(home, [ana], again=True)) == 1
    assert await people.on_cards(staffed.lists[1], [ana]) == []
