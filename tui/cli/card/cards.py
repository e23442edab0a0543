"""``cardscout cards`` and ``cardscout card …``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output
from tui.cli.card.all_accounts import print_mine, read_filter, say_none
from tui.cli.card.find import find_card
from tui.cli.online.work import fetch_board, reached_service, run_read
from tui.clock import SystemClock
from tui.errors import UsageError
from tui.model.filter.filter import in_order, parse_filter
from tui.rules.conditions import card_facts

if TYPE_CHECKING:
    from tui.model.attachment import Attachment
    from tui.model.card import Card
    from tui.model.checklist import Checklist
    from tui.model.filter.filter import ParsedFilter
    from tui.workspace import Workspace

    _Row = tuple[Card, str, str]


def _cards(workspace: Workspace, board_id: str, list_id: str | None = None) -> Iterator[Card]:
    """Yield the open cards of a board, or of one of its lists, in order."""
    for board_list in workspace.boards.lists(board_id):
        if list_id in {None, board_list.id}:
            for face in workspace.cards.faces(board_list.id):
                if (card := workspace.cards.get(face.id)) is not None:
                    yield card


@click.command()
@click.argument("board", required=False)
@click.option("--list", "list_", metavar="LIST", help="Of this list only: name or id.")
@click.option("--mine", is_flag=True, help="Those you are on, of every board and account, as they are here.")
@click.option("--archived", is_flag=True, help="The archived ones instead.")
@click.option(
    "--filter",
    "filter_",
    metavar="FILTER",
    default="",
    help='Those that pass, as with / on the board: "#hot due:week -@me", or the name of a saved one.',
)
@output.json_option
def cards(
    board: str | None, list_: str | None, mine: bool, archived: bool, filter_: str, json_: bool
) -> None:
    """List the cards of BOARD: id, list, due, labels, title.

    With --mine and no BOARD: due, account, board, list, id, title. It asks no service. docs/filter.md has the words
    of a filter.
    """
    if mine:
        if board is not None or list_ is not None or archived:
            raise UsageError(
                "--mine is of every board", hint='cardscout cards BOARD --filter "@me" is of one'
            )
        print_mine(filter_, json_=json_)
        return
    if board is None:
        raise UsageError("of which board?", hint="name a BOARD, or --mine for yours of every board")
    wanted, named = parse_filter(""), dict[str, Sequence[str]]()

    async def read(workspace: Workspace) -> list[_Row]:
        nonlocal wanted
        wanted = read_filter(workspace.memory.saved_filters(), filter_)
        found = await fetch_board(workspace, board)
        named.update(_names(workspace, found.id))
        if archived:
            del named["list"]  # the list of an archived card may be archived too
            return _pick(workspace, await _archived_cards(workspace, found.id), wanted)
        names = {x.id: x.name for x in workspace.boards.lists(found.id)}
        labels = _label_names(workspace, found.id)
        only = workspace.names.list(found.id, list_).id if list_ is not None else None
        rows = [
            (card, names[card.id_list], " ".join(labels.get(ident, "") for ident in card.id_labels))
            for card in _cards(workspace, found.id, only)
        ]
        return _pick(workspace, rows, wanted)

    found = run_read(read)
    if not found:
        say_none(wanted, named)
    if json_:
        output.as_json([card.wire() for card, _, _ in found])
    else:
        output.table(
            ("id", "list", "due", "labels", "title"),
            [
                (card.id, name, output.format_moment(card.due), labels, card.name)
                for card, name, labels in found
            ],
        )


def _pick(workspace: Workspace, rows: list[_Row], wanted: ParsedFilter) -> list[_Row]:
    """Return the rows whose cards match a filter, in its order."""
    if not wanted.clauses and wanted.sort is None:
        return rows
    now = SystemClock().now()
    facts = {card.id: card_facts(workspace, card) for card, _, _ in rows}
    passing = [row for row in rows if wanted.passes(facts[row[0].id], now)]
    return passing if wanted.sort is None else in_order(passing, lambda row: facts[row[0].id], wanted.sort)


async def _archived_cards(workspace: Workspace, board_id: str) -> list[_Row]:
    """Fetch all archived cards of a board, and return each with its list's name."""

    async def fetch() -> None:
        before = await workspace.archive.fetch(board_id)
        while before is not None:
            before = await workspace.archive.fetch(board_id, before)

    await reached_service(fetch)
    names = {x.id: x.name for x in (*workspace.boards.lists(board_id), *workspace.archive.lists(board_id))}
    faces = workspace.archive.cards(board_id)
    whole = (card for face in faces if (card := workspace.cards.get(face.id)) is not None)
    return [(card, names.get(card.id_list, ""), "") for card in whole]


@click.group()
def card() -> None:
    """Show, make and change cards. A CARD is an id, a short link or a URL.

    Where a step changes cards, a CARD of - reads their ids from stdin: one a line, or JSON as --json prints it.
    """


@card.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def show(card_: str, json_: bool) -> None:
    """Show a card with all that is on it."""

    async def read(workspace: Workspace) -> tuple[dict[str, Any], str]:
        found = await find_card(workspace, card_)
        checklists, comments = workspace.cards.checklists(found.id), workspace.cards.comments(found.id)
        names = {x.id: x.name for x in workspace.boards.lists(found.id_board)}
        whole = found.wire() | {
            "checklists": [x.wire() for x in checklists],
            "comments": [x.wire() for x in comments],
            "labels": [x.wire() for x in workspace.boards.labels(found.id_board) if x.id in found.id_labels],
            "members": [
                x.wire() for x in workspace.boards.members(found.id_board) if x.id in found.id_members
            ],
        }
        lines = [
            f"# {found.name}",
            f"{names.get(found.id_list, '')}  {_due(found)}".rstrip(),
            *_detail_lines(workspace, found),
            "",
            *([found.desc, ""] if found.desc else []),
            *_checklist_lines(checklists, _member_names(workspace, found.id_board)),
            *(f"\n{x.author} {output.format_moment(x.date)}\n{x.text}" for x in comments),
        ]
        return whole, "\n".join(lines)

    whole, lines = run_read(read)
    if json_:
        output.as_json(whole)
    else:
        output.text(lines)


def _due(card: Card) -> str:
    """Return when a card is due, whether it is done, and its reminder."""
    done = " done" if card.due_complete else ""
    if card.due is None:
        return done.strip()
    from tui.model.values.reminder import before_words

    before = -1 if card.due_reminder is None else int(card.due_reminder)
    reminder = f", reminder {before_words(before)}" if before >= 0 else ""
    return f"{output.format_moment(card.due)}{done}{reminder}"


def _checklist_lines(checklists: Iterable[Checklist], people: Mapping[str, str]) -> Iterator[str]:
    """Yield lines with the checklists; ``people`` has the names of the board's members by their ids."""
    for checklist in checklists:
        yield f"{checklist.name} {checklist.done}/{len(checklist.check_items)}"
        for item in checklist.check_items:
            who = people.get(item.id_member or "", item.id_member or "")
            due = f"due {output.format_moment(item.due)}" if item.due else ""
            words = (f"[{'x' if item.done else ' '}] {item.name}", due, who, f"({item.id})")
            yield "  " + "  ".join(word for word in words if word)


def _detail_lines(workspace: Workspace, card: Card) -> Iterator[str]:
    """Yield lines with a card's labels, members and files."""
    labels = _label_names(workspace, card.id_board)
    members = _member_names(workspace, card.id_board)
    # A member who has left the board is still on the card, but has no name here.
    for words, idents, names in (
        ("labels", card.id_labels, labels),
        ("members", card.id_members, members),
    ):
        if idents:
            yield f"{words}: {', '.join(names.get(ident, ident) for ident in idents)}"
    yield from map(_file_line, card.attachments)


def _file_line(one: Attachment) -> str:
    size = "" if one.bytes is None else f", {one.bytes:,} bytes"
    at = f" {one.url}" if one.url and one.url != one.name else ""
    return f"{'file' if one.is_upload else 'link'}: {one.name or one.url}{size}{at}  ({one.id})"


def _names(workspace: Workspace, board_id: str) -> Mapping[str, Sequence[str]]:
    """Return the names of a board's labels, members and lists, for who finds nothing by one."""
    # Imported here, because most steps have no filter.
    from tui.model.filter.complete import filter_names

    boards = workspace.boards
    return filter_names(boards.labels(board_id), boards.members(board_id), boards.lists(board_id))


def _label_names(workspace: Workspace, board_id: str) -> dict[str, str]:
    return {x.id: x.name or x.color or "" for x in workspace.boards.labels(board_id)}


def _member_names(workspace: Workspace, board_id: str) -> dict[str, str]:
    return {x.id: x.display_name for x in workspace.boards.members(board_id)}
