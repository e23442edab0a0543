"""Texts of cards that name a person, wherever on a card they stand."""

import pytest

from tests.services.conftest import House
from tests.services.enrich.test_withdrawals import ANA, attached
from tui.model.enrich.namings import Naming, Who
from tui.model.values.scalars import new_local_id
from tui.model.writes.attachments import AddLink
from tui.model.writes.cards import CreateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist
from tui.model.writes.comments import AddComment
from tui.services.enrich.namings import namings

WHO = Who([("email", ANA)], ["Ana Reid"])


def told(found: list[Naming]) -> list[tuple[str, str, bool]]:
    return [(one.part, one.text, one.sure) for one in found]


async def card(house: House, name: str, desc: str = "") -> dict[str, str]:
    """Make a card while nothing can be sent, and return its place."""
    house.wire.plugged = False
    at = {"board_id": house.board_id, "card_id": new_local_id()}
    await house.workspace.writes.submit(
        CreateCard(**at, list_id=house.lists[0], name=name, pos=1.0, desc=desc)
    )
    return at


async def test_every_text_of_a_card_is_read(house: House) -> None:
    at = await card(house, "Ring Ana Reid", f"write to {ANA}")
    submit, checklist = house.workspace.writes.submit, new_local_id()
    await submit(CreateChecklist(**at, checklist_id=checklist, name="For Ana Reid", pos=1.0))
    for name in (f"ask {ANA}", "ask Bo"):
        await submit(
            CreateCheckItem(**at, checklist_id=checklist, item_id=new_local_id(), name=name, pos=1.0)
        )
    await submit(AddLink(**at, attachment_id=new_local_id(), url=f"https://x.example/{ANA}", name="CV"))
    await submit(AddComment(**at, comment_id=new_local_id(), text="Reid, Ana rang"))
    found = namings(house.workspace._store, WHO)
    assert told(found) == [
        ("title", "Ring Ana Reid", False),
        ("description", f"write to {ANA}", True),
        ("checklist", "For Ana Reid", False),
        ("checklist item", f"ask {ANA}", True),
        ("attachment", f"CV https://x.example/{ANA}", True),
        ("comment", "Reid, Ana rang", False),
    ]
    assert {(one.board, one.card) for one in found} == {("Leads", "Ring Ana Reid")}


async def test_a_name_beside_an_identifier_is_looked_for_on_other_cards(house: House) -> None:
    await card(house, "Ring Ana Reid", ANA)
    await card(house, "Lunch with Ana Reid")
    await card(house, "Lunch with Bo Lee")
    found = namings(house.workspace._store, Who([("email", ANA)]))
    assert [(one.card, one.sure) for one in found if one.part == "title"] == [
        ("Ring Ana Reid", False),
        ("Lunch with Ana Reid", False),
    ]


@pytest.mark.parametrize("typed", [True, False])
async def test_a_comment_says_whether_it_holds_a_finding_in_which_somebody_typed(
    house: House, *, typed: bool
) -> None:
    ident = await attached(house, ANA)
    (finding,) = house.workspace.cards.comments(ident)
    text = f"{finding.text}\nrang her" if typed else f"ask {ANA}"
    await house.make(f"/cards/{ident}/actions/comments", text=text)
    await house.workspace.boards.pull(house.board_id)
    found = {one.text: one for one in namings(house.workspace._store, WHO) if one.part == "comment"}
    assert found[text].holds_finding is typed
    assert found[text].by
    assert not found[finding.text].holds_finding
