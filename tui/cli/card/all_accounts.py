"""``cardscout agenda`` and ``cardscout cards --mine``: stored cards of every account."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tui.cli import output
from tui.cli.account.chosen import ACCOUNT, CHOSEN
from tui.cli.session import Session
from tui.model.filter.agenda import Section, bounds, section_of
from tui.model.filter.complete import elsewhere
from tui.model.filter.filter import in_order, parse_filter
from tui.rules.conditions import card_facts

if TYPE_CHECKING:
    from tui.model.card import Card, PlacedCard
    from tui.model.filter.facts import StoredFacts
    from tui.model.filter.filter import ParsedFilter
    from tui.workspace import Workspace

_NAMED = 3
"""Number of boards named one by one that were never read here."""


class _Found(NamedTuple):
    """A whole card with its place, its account, and its facts for a filter."""

    account: str
    placed: PlacedCard
    card: Card
    facts: StoredFacts
    section: Section | None = None

    @property
    def as_json(self) -> dict[str, Any]:
        """The card with the names of its account, board and list; for an item its own data, and its card's id."""
        placed = self.placed
        where = {"account": self.account, "board": placed.board_name, "list": placed.list_name}
        thing = self.card.wire()
        if placed.item:
            kept = ("idBoard", "idList", "name", "due", "dueComplete", "idMembers")
            thing = {name: thing[name] for name in kept} | {"id": placed.item, "idCard": self.card.id}
        return thing | where | ({} if self.section is None else {"section": self.section})

    @property
    def ident(self) -> str:
        """The id of the card or item, because an action on items of a list must not affect their cards."""
        return self.placed.item or self.card.id


@click.command()
@click.option(
    "--filter",
    "filter_",
    metavar="FILTER",
    default="",
    help='Those that pass: "@me due:<7d", "sort:name", or a saved one\'s name.',
)
@output.json_option
def agenda(filter_: str, json_: bool) -> None:
    """List what is due: when, section, account, board, list, id, title.

    Open items of checklists that have a date are among the cards, marked ☐, with the item's id. The
    sections are overdue, today, week, later and done; of what is done the last comes first. It shows the boards
    of all accounts as they were last read on this machine (cardscout --account NAME agenda: of one), and asks no
    service elsewhere.
    """
    session = Session(asks=False)
    ends = bounds(session.clock.now())

    def section(card: PlacedCard) -> Section:
        return section_of(card.face.due or "", ends, done=card.finished)

    read, wanted = _read(session, lambda workspace: workspace.agenda.due(), filter_)
    found = [one._replace(section=section(one.placed)) for one in read]
    if wanted.sort is None:
        found.sort(key=lambda one: one.placed.face.due or "", reverse=True)
        done = [one for one in found if one.section == "done"]
        found = [one for one in found[::-1] if one.section != "done"] + done
    _print(
        found,
        ("due", "section", "account", "board", "list", "id", "title"),
        lambda one: (output.format_moment(one.card.due), one.section),
        json_=json_,
    )


def print_mine(filter_: str, *, json_: bool) -> None:
    """Print the cards that the accounts' members are on."""
    found, _ = _read(Session(asks=False), lambda workspace: workspace.agenda.mine(), filter_)
    _print(
        found,
        ("due", "account", "board", "list", "id", "title"),
        lambda one: (output.format_moment(one.card.due),),
        json_=json_,
    )


def _print(
    found: Sequence[_Found],
    head: Sequence[str],
    begin: Callable[[_Found], tuple[object, ...]],
    *,
    json_: bool,
) -> None:
    if json_:
        output.as_json([one.as_json for one in found])
        return
    rows = [
        (*begin(one), one.account, one.placed.board_name, one.placed.list_name, one.ident, one.card.name)
        for one in found
    ]
    output.table(head, rows)


def _read(
    session: Session, read: Callable[[Workspace], list[PlacedCard]], filter_: str
) -> tuple[list[_Found], ParsedFilter]:
    """Return the cards that match the filter, of the chosen account, or of all stored accounts; and the filter."""
    from tui.cli.account.account_manager import AccountManager

    now, saved = session.clock.now(), dict[str, str]()
    manager = AccountManager(session)
    only = CHOSEN.get()
    found: list[_Found] = []
    unread: list[tuple[str, str]] = []
    try:
        for entry in manager.entries():
            if entry.status is None or only not in {None, entry.name}:
                continue
            workspace = manager.open(entry.name)
            if entry.name == ACCOUNT and workspace.boards.never_read():
                # Its service is in this program: there is nothing to wait for, and nobody to be offline from.
                asyncio.run(workspace.boards.pull_rest())
            saved = {**workspace.memory.saved_filters(), **saved}
            unread += [(entry.name, board.name) for board in workspace.boards.never_opened()]
            found += _of_account(entry.name, workspace, read(workspace))
    finally:
        asyncio.run(manager.close())
        session.close()
    for account, board in unread[:_NAMED]:
        reads = f"cardscout --account {quote(account)} cards {quote(board)}"
        output.say(f"note: {board!r} of {account} was never read here; read it with {reads}")
    if len(unread) > _NAMED:
        output.say(f"note: and {output.plural(len(unread) - _NAMED, 'more boards')}")
    wanted = read_filter(saved, filter_)
    passing = [one for one in found if wanted.passes(one.facts, now)]
    if not passing:
        say_none(wanted)
    if wanted.sort is not None:
        passing = in_order(passing, lambda one: one.facts, wanted.sort)
    return passing, wanted


def read_filter(saved: Mapping[str, str], text: str) -> ParsedFilter:
    """Parse the words of a filter, or the saved one of that name, which is told: a name may be a word of a title too."""
    from tui.model.filter.saved import spelled

    name = spelled(saved, text)
    if name in saved:
        output.say(f"note: {name} is the saved filter /{saved[name]}")
    return parse_filter(saved.get(name, text))


def say_none(wanted: ParsedFilter, names: Mapping[str, Sequence[str]] | None = None) -> None:
    """Print on stderr that no card passes a filter, and what its words may have meant; nothing without a filter.

    Args:
        wanted: The filter.
        names: The names there are on the board, by key of the filter; None if the filter is of several boards.
    """
    if wanted.clauses:
        why = elsewhere(wanted, names or {})
        output.say(f"note: no card passes the filter{f': {why}' if why else ''}")


def _of_account(name: str, workspace: Workspace, cards: Sequence[PlacedCard]) -> Iterator[_Found]:
    """Yield the whole cards of an account, except deleted ones."""
    for placed in cards:
        if (card := workspace.cards.get(placed.face.id)) is None:
            continue
        if placed.item:
            card = _as_item(card, placed)
        # The items of its checklists that have a date are there themselves.
        yield _Found(name, placed, card, card_facts(workspace, card).replace(item_dues=()))


def _as_item(card: Card, placed: PlacedCard) -> Card:
    """Return a card with the name, the date and the members of one of its items."""
    due = None if placed.face.due is None else datetime.fromisoformat(placed.face.due)
    return card.replace(name=placed.title, due=due, due_complete=False, id_members=placed.face.member_ids)
