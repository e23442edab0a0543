"""The cards of a page: read from the stores of its accounts, read again where they changed, and filtered."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tui.app.screens.views.page_cards import PageCards
from tui.app.theme import TOKENS
from tui.clock import ManualClock
from tui.model.card import PlacedCard
from tui.model.filter.filter import parse_filter
from tui.model.writes.cards import MoveCard, UpdateCard
from tui.sync.link import Link
from tui.workspace import Workspace


def no_way() -> Link:
    raise AssertionError("a service was asked")


@dataclass
class Desk:
    """Two accounts with the same sample boards, and the cards that a page of the first shows of both."""

    workspaces: dict[str, Workspace]
    clock: ManualClock
    heard: list[object] = field(default_factory=list)

    def __post_init__(self) -> None:
        page: Any = SimpleNamespace(
            workspace=self.workspaces["local"],
            feed=SimpleNamespace(receive=self.heard.append),
            app=SimpleNamespace(
                theme_variables=dict.fromkeys((*TOKENS, "background"), "#123456"),
                current_theme=SimpleNamespace(dark=True),
            ),
        )
        self.cards = PageCards(page, lambda: self.workspaces, self.mine, self.clock)
        self.cards.open()
        self.cards.take(self.cards.fetch())

    def mine(self, workspace: Workspace) -> list[PlacedCard]:
        """Return one's own cards; of the second account the first three alone."""
        found = workspace.agenda.mine()
        return found if workspace is self.workspaces["local"] else found[:3]

    async def rename(self, account: str, row: int, name: str) -> frozenset[str]:
        """Rename the card of a row, and return its id."""
        card = self.cards.rows[row].card
        write = UpdateCard(board_id=card.board_id, card_id=card.face.id, name=name)
        await self.workspaces[account].writes.submit(write)
        return frozenset({card.face.id})


@pytest.fixture
async def desk(seeded: Path, tmp_path: Path, clock: ManualClock) -> AsyncIterator[Desk]:
    opened = {}
    for name in ("local", "work"):
        shutil.copy(seeded / "store.db", tmp_path / f"{name}.db")
        opened[name] = Workspace.open(
            store_path=tmp_path / f"{name}.db", account=name, connect=no_way, clock=clock
        )
    yield Desk(opened, clock)
    for each in opened.values():
        await each.close()


def test_cards_of_all_accounts_are_read_and_told_apart(desk: Desk) -> None:
    accounts = [row.account for row in desk.cards.rows]
    assert accounts == ["local"] * accounts.count("local") + ["work"] * 3
    assert (
        len({row.key for row in desk.cards.rows})
        == len(accounts)
        > len({row.card.face.id for row in desk.cards.rows})
    )


def test_cards_are_drawn_with_the_labels_and_members_of_their_boards(desk: Desk) -> None:
    style = desk.cards.style
    boards = {row.card.board_id for row in desk.cards.rows}
    labels = {one.id for board in boards for one in desk.workspaces["local"].boards.labels(board)}
    assert (set(style.labels), style.variables["background"]) == (labels, "#123456")
    assert set(desk.cards.names()) == {"label", "list", "member"}
    assert desk.cards.names()["member"][0] == "me"
    assert desk.cards.names()["list"] == list(dict.fromkeys(row.card.list_name for row in desk.cards.rows))


def test_a_filter_is_asked_about_each_card_in_its_own_account(desk: Desk) -> None:
    assert desk.cards.passing(parse_filter("")) == desk.cards.rows
    hot = desk.cards.passing(parse_filter("#hot"))
    assert 0 < len(hot) < len(desk.cards.rows)
    assert desk.cards.passing(parse_filter("@me")) == desk.cards.rows
    first = desk.cards.rows[0]
    by_list = desk.cards.passing(parse_filter(f'list:"{first.card.list_name}"'))
    assert by_list[0] == first
    assert desk.cards.facts(desk.cards.rows[-1]).name == desk.cards.rows[-1].card.face.name


async def test_a_changed_card_is_read_again_in_its_place(desk: Desk) -> None:
    changed = await desk.rename("local", 3, "Ring somebody else")
    before = [row.key for row in desk.cards.rows]
    assert desk.cards.patch(changed)
    assert [row.key for row in desk.cards.rows] == before
    assert desk.cards.rows[3].card.face.name == "Ring somebody else"
    assert desk.cards.rows[2].card.face.name != "Ring somebody else"


async def test_a_card_that_two_accounts_see_is_read_again_for_both(desk: Desk) -> None:
    desk.workspaces["twin"] = desk.workspaces["local"]
    desk.cards.open()
    desk.cards.take(desk.cards.fetch())
    assert desk.cards.patch(await desk.rename("local", 3, "Ring somebody else"))
    named = [row.account for row in desk.cards.rows if row.card.face.name == "Ring somebody else"]
    assert sorted(named) == ["local", "twin"]


async def test_a_card_that_came_went_or_moved_needs_all_to_be_read(desk: Desk) -> None:
    assert not desk.cards.patch(frozenset({"unknown"}))
    local = desk.workspaces["local"]
    moved, shut = desk.cards.rows[4].card, desk.cards.rows[5].card
    lists = [one.id for one in local.boards.lists(moved.board_id) if one.id != moved.face.list_id]
    await local.writes.submit(
        MoveCard(board_id=moved.board_id, card_id=moved.face.id, list_id=lists[0], pos=1.0)
    )
    assert not desk.cards.patch(frozenset({moved.face.id}))
    await local.writes.submit(UpdateCard(board_id=shut.board_id, card_id=shut.face.id, closed=True))
    assert not desk.cards.patch(frozenset({shut.face.id}))


async def test_the_page_hears_of_the_other_accounts_until_it_is_closed(desk: Desk) -> None:
    await desk.rename("local", 0, "One")
    assert desk.heard == [], "its own account tells the page itself"
    await desk.rename("work", -1, "Two")
    heard = len(desk.heard)
    assert heard
    desk.cards.open()
    await desk.rename("work", -1, "Three")
    assert len(desk.heard) == 2 * heard, "opened again, it hears everything once"
    desk.cards.close()
    await desk.rename("work", -1, "Four")
    assert len(desk.heard) == 2 * heard


async def test_a_card_that_is_read_again_is_drawn_as_of_now(desk):
    desk.clock.advance(3600)
    assert desk.cards.patch(await desk.rename("local", 0, "Ring back"))
    assert desk.cards.style.now == desk.clock.now()
