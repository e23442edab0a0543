"""What the filter of a rule is asked about."""

from datetime import UTC, datetime

import pytest

from tests.rules.conftest import Desk
from tui.model.filter.facts import NamedThing
from tui.model.filter.filter import parse_filter
from tui.rules.conditions import card_facts


async def test_names_are_those_of_the_cards_board(desk: Desk):
    office = desk.local
    label = await office.make("/labels", name="hot", color="red", idBoard=office.board)
    card_id = await office.make(
        "/cards", idList=office.done, name="Ana", desc="asks", due="2030-01-02T10:00:00Z", idLabels=label
    )
    await office.workspace.boards.pull(office.board)
    card = office.workspace.cards.get(card_id)
    assert card is not None
    facts = card_facts(office.workspace, card)
    assert (facts.name, facts.desc, facts.list_name, facts.due) == ("Ana", "asks", "Done", card.due)
    assert facts.labels == (NamedThing(id=label, name="hot", other="red"),)
    assert not facts.mine
    assert not facts.has_subject
    assert not facts.closed


async def test_my_own_card_is_mine(desk: Desk):
    office = desk.local
    me = office.workspace.access.me()
    assert me is not None
    card_id = await office.make("/cards", idList=office.todo, name="Ana", idMembers=me.id)
    await office.workspace.boards.pull(office.board)
    card = office.workspace.cards.get(card_id)
    assert card is not None
    facts = card_facts(office.workspace, card)
    assert facts.mine
    assert [one.id for one in facts.members] == [me.id]
    assert facts.members[0].other == me.username


async def test_what_the_board_does_not_know_keeps_its_id_only(desk: Desk):
    office = desk.local
    card_id = await office.make("/cards", idList=office.todo, name="Ana")
    await office.workspace.boards.pull(office.board)
    card = office.workspace.cards.get(card_id)
    assert card is not None
    lost = card.replace(id_list="f" * 24, id_labels=("a" * 24,), id_members=("b" * 24,))
    facts = card_facts(office.workspace, lost)
    assert facts.list_name == ""
    assert facts.labels == (NamedThing(id="a" * 24),)
    assert facts.members == (NamedThing(id="b" * 24),)
    assert not facts.mine


@pytest.mark.parametrize(("closed", "complete"), [("true", "false"), ("false", "true")])
async def test_a_card_is_told_as_it_is_now(desk: Desk, closed: str, complete: str):
    office = desk.local
    card_id = await office.make("/cards", idList=office.todo, name="Ana")
    await office.ask("PUT", f"/cards/{card_id}", closed=closed, dueComplete=complete)
    card = await office.workspace.cards.fetch(card_id)
    assert card is not None
    facts = card_facts(office.workspace, card)
    assert (facts.closed, facts.due_complete) == (closed == "true", complete == "true")
    assert facts.created is not None


async def test_items_that_are_due_are_known(desk: Desk):
    office = desk.local
    card_id = await office.make("/cards", idList=office.todo, name="Ana")
    checklist = await office.make("/checklists", idCard=card_id, name="Steps")
    await office.make(f"/checklists/{checklist}/checkItems", name="Ring", due="2030-01-02T10:00:00Z")
    await office.workspace.boards.pull(office.board)
    card = office.workspace.cards.get(card_id)
    assert card is not None
    facts = card_facts(office.workspace, card)
    assert facts.item_dues == (datetime(2030, 1, 2, 10, tzinfo=UTC),)
    assert parse_filter("due:2030-01-02").passes(facts, desk.clock.now())


async def test_a_template_is_not_due(desk: Desk):
    office = desk.local
    card_id = await office.make(
        "/cards", idList=office.todo, name="Ana", due="2030-01-02T10:00:00Z", isTemplate="true"
    )
    card = await office.workspace.cards.fetch(card_id)
    assert card is not None
    assert card.is_template
    assert card_facts(office.workspace, card).due is None
