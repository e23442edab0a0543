"""Changes of a card: its fields, its place, and its deletion."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tui.cli import output, steps
from tui.cli.card.fields import CardFields, card_options, positions_in
from tui.cli.card.find import as_it_is_now, change_cards, find_cards, find_open_list
from tui.cli.lists import find_list_by_id, tell_left_behind
from tui.cli.online.work import fetch_board, run_write, submit_and_wait, wait_for_delivery
from tui.errors import UsageError
from tui.model.writes.cards import DeleteCard

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.model.card import Card
    from tui.workspace import Workspace


def _read_reminder(_context: click.Context, _option: click.Parameter, text: str | None) -> int | None:
    """Return the minutes of ``--reminder``, as the screens read them; -1 for never.

    Raises:
        UsageError: It is no time before a due date.
    """
    from tui.model.values.reminder import read_before

    words = "" if text is None else text.strip().lower()
    if text is None or words in {"never", "none", steps.STDIN}:
        return None if text is None else -1
    minutes = read_before(f"{words} min" if words.isdecimal() else words)
    if minutes is None:
        raise UsageError(
            f"--reminder: {text!r} is no time before a due date",
            hint="write it as 30 min, 1h, 2d, 0 or never",
        )
    return minutes


_reminder_option = click.option(
    "--reminder",
    metavar="TIME",
    callback=_read_reminder,
    help="Remind so long before: 30 min, 1h, 2d, or never. A mere number is minutes.",
)


@click.command(
    epilog=steps.example(
        'cardscout card edit aB3dE6gH --name "Ring Ana again" --due +3d \\',
        "  --list Contacted --pos top --label hot --label renewal",
    )
)
@click.argument("card_", metavar="CARD")
@click.option("--name", help="Its title.")
@card_options
@_reminder_option
@click.option("--list", "list_", metavar="LIST", help="Move it to this list, by name or id.")
@click.option("--board", metavar="BOARD", help="The list is one of this board; without --list its first.")
@steps.pos_option("the cards of its list", default=None)
@click.option("--template/--no-template", default=None, help="New cards are copied from it, or not.")
@click.option("--archived/--not-archived", "closed", default=None, help="Archive it, or bring it back.")
@output.json_option
def edit(
    card_: str,
    name: str | None,
    fields: CardFields,
    reminder: int | None,
    list_: str | None,
    board: str | None,
    template: bool | None,
    closed: bool | None,
    json_: bool,
) -> None:
    """Change any fields of CARD at once; what is not given stays.

    --label and --member name all that CARD has afterwards. A CARD of - reads ids from stdin.
    """
    more = {"name": name, "due_reminder": reminder, "closed": closed, "is_template": template}
    given = {field: value for field, value in more.items() if value is not None}
    moved = list_ is not None or board is not None
    if not (given or fields.changes or fields.labels or fields.members or fields.pos or moved):
        raise UsageError("nothing to change", hint="give --name, --desc, --due, --list, --label …")
    edit_cards(card_, replace(fields, changes=given | fields.changes), list_=list_, board=board, json_=json_)


@click.command(
    epilog=steps.example(
        "cardscout cards Pipeline --list Leads | cardscout card move - Contacted",
    )
)
@click.argument("card_", metavar="CARD")
@click.argument("list_", metavar="LIST")
@click.option("--board", metavar="BOARD", help="The list is one of this board.")
@steps.pos_option("the cards of the list")
@output.json_option
def move(card_: str, list_: str, board: str | None, pos: steps.Position, json_: bool) -> None:
    """Move CARD to another LIST, of its board or another one.

    A CARD of - reads ids from stdin, such as the first column of a table.
    """
    edit_cards(card_, CardFields({}, pos, (), ()), list_=list_, board=board, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def archive(card_: str, json_: bool) -> None:
    """Archive CARD; - reads ids from stdin."""
    update_cards(card_, {"closed": True}, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def restore(card_: str, json_: bool) -> None:
    """Bring CARD back from the archive; - reads ids from stdin."""
    update_cards(card_, {"closed": False}, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@steps.yes_option
@output.json_option
def delete(card_: str, yes: bool, json_: bool) -> None:
    """Delete CARD for good; - reads ids from stdin."""
    if card_ == steps.STDIN and not yes:
        raise UsageError("what stdin names is not asked about", hint="add --yes to delete all of it")
    idents, many = steps.read_idents(card_)

    async def write(workspace: Workspace) -> list[dict[str, Any]]:
        found = await find_cards(workspace, idents)
        for one in found:
            steps.confirm_deletion("card", one.name, "That cannot be undone.", yes=yes)
        await submit_and_wait(
            workspace, *(DeleteCard(board_id=one.id_board, card_id=one.id) for one in found)
        )
        return [steps.deleted(one.id) for one in found]

    run_write(write, json_=json_, many=many)


def update_cards(argument: str, changes: dict[str, Any], *, json_: bool) -> None:
    """Change fields of the cards that ``argument`` names, and print them.

    Raises:
        UsageError: There is no such card.
        Rejected: The service refused the change.
    """
    edit_cards(argument, CardFields(changes, None, (), ()), json_=json_)


def edit_cards(
    argument: str,
    fields: CardFields,
    *,
    list_: str | None = None,
    board: str | None = None,
    json_: bool,
) -> None:
    """Change fields, place, labels and members of the cards that ``argument`` names, and print them.

    Args:
        argument: An id, a short link or a URL; ``-`` for those on stdin.
        fields: What to change.
        list_: The target list, or None.
        board: The board of that list, or None for a card's own.
        json_: Whether to print them.

    Raises:
        UsageError: There is no such card, list, label or member.
        Rejected: The service refused the change.
    """

    async def change(workspace: Workspace, cards: list[Card]) -> None:
        targets = [await find_target(workspace, card, list_, board) for card in cards]
        if fields.changes.get("closed") is False:
            _check_open(workspace, targets)
        places = await _places(workspace, cards, targets, fields.pos)
        labels = [fields.label_ids(workspace, to.id_board) for to in targets]
        members = [fields.member_ids(workspace, to.id_board) for to in targets]
        held = list[tuple[str, list[str]]]()
        # All names were found: only now is the first card changed.
        for card, to, on, who in zip(cards, targets, labels, members, strict=True):
            await workspace.cards.edit(
                card.id,
                fields.changes,
                list_id=to.id if card.id in places else None,
                pos=places.get(card.id),
                label_ids=on,
                member_ids=who,
            )
            # What replaces its labels or its members was found on the other board.
            kept = [*(card.id_labels if on is None else ()), *(card.id_members if who is None else ())]
            held.append((card.id_board, kept))
        if board is not None and cards:
            tell_left_behind(workspace, held, targets[0].id_board)

    change_cards(argument, change, json_=json_)


async def find_target(workspace: Workspace, card: Card, list_: str | None, board: str | None) -> BoardList:
    """Find the list that a card goes to: its own one, or one of its own board if no other board is named.

    Raises:
        UsageError: There is no such list or board.
    """
    board_id = card.id_board if board is None else (await fetch_board(workspace, board, cards=False)).id
    if list_ is not None:
        named = None if board is not None else await find_list_by_id(workspace, list_)
        return named or workspace.names.list(board_id, list_)
    own = workspace.boards.get_list(card.id_list)
    if own is not None and own.id_board == board_id:
        return own
    return find_open_list(workspace, board_id, None)


def _check_open(workspace: Workspace, lists: list[BoardList]) -> None:
    """Check that none of the lists is archived: cards that come there are shown neither on the board nor in the archive.

    Raises:
        UsageError: One is.
    """
    for one in lists:
        if one.closed:
            board = workspace.boards.get(one.id_board)
            again = f"cardscout list restore {shlex.quote(board.name if board else one.id_board)} {shlex.quote(one.name)}"
            raise UsageError(
                f"the list {one.name!r} is archived",
                hint=f"{again} restores it; --list of cardscout card edit moves a card to another one",
            )


async def _places(
    workspace: Workspace, cards: list[Card], targets: list[BoardList], pos: steps.Position | None
) -> dict[str, float]:
    """Return the new positions of the cards that move, by id; those for one list in their order there."""
    places: dict[str, float] = {}
    for to in {one.id: one for one in targets}.values():
        going = [
            card.id
            for card, target in zip(cards, targets, strict=True)
            if target.id == to.id and (pos is not None or card.id_list != to.id)
        ]
        if going:
            found = await positions_in(workspace, to, pos or "bottom", len(going), but=going)
            places |= dict(zip(going, found, strict=True))
    return places


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("list_", metavar="[LIST]", required=False)
@click.option("--board", metavar="BOARD", help="To this board.")
@click.option("--name", help="What to call the copy.")
@steps.pos_option("the cards of the list; below CARD unless given", default=None)
@output.json_option
def copy(
    card_: str,
    list_: str | None,
    board: str | None,
    name: str | None,
    pos: steps.Position | None,
    json_: bool,
) -> None:
    """Copy CARD with all that is on it.

    The copy stands below CARD, or at the end of LIST, and its id is printed. A CARD of - reads ids from stdin.
    """
    idents, many = steps.read_idents(card_)

    async def write(workspace: Workspace) -> list[Card]:
        cards = await find_cards(workspace, idents)
        targets = [await find_target(workspace, card, list_, board) for card in cards]
        _check_open(workspace, targets)
        made = []
        async with wait_for_delivery(workspace):
            for card, to in zip(cards, targets, strict=True):
                end = (await positions_in(workspace, to, pos or "bottom"))[0]
                at = None if pos is None and to.id == card.id_list else end
                made.append(await workspace.cards.copy(card.id, list_id=to.id, name=name, pos=at))
        for card, to in zip(cards, targets, strict=True):
            tell_left_behind(workspace, [(card.id_board, [*card.id_labels, *card.id_members])], to.id_board)
        return [now for one in made if (now := workspace.cards.get(one)) is not None]

    run_write(write, json_=json_, many=many, made=True)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("when")
@_reminder_option
@click.option("--done/--not-done", default=None, help="Whether it is met.")
@output.json_option
def due(card_: str, when: str, reminder: int | None, done: bool | None, json_: bool) -> None:
    """Set when CARD is due.

    WHEN is written as you would say it: fri 17:00, +3d, 24 Nov, or 2026-12-01T17:00+13:00; - is never. A CARD
    of - reads ids from stdin.
    """
    changes: dict[str, Any] = {"due": steps.read_moment("WHEN", when)}
    if reminder is not None:
        changes["due_reminder"] = reminder
    if done is not None:
        changes["due_complete"] = done
    update_cards(card_, changes, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("when")
@output.json_option
def start(card_: str, when: str, json_: bool) -> None:
    """Set when work on CARD starts.

    WHEN is written as you would say it: fri 17:00, +3d, 24 Nov, or 2026-12-01T17:00+13:00; - is never. A CARD
    of - reads ids from stdin.
    """
    update_cards(card_, {"start": steps.read_moment("WHEN", when)}, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("who", nargs=-1, required=True)
@output.json_option
def assign(card_: str, who: tuple[str, ...], json_: bool) -> None:
    """Put members on CARD.

    WHO is a name, a username or an id of its board, or me; several may be given. A CARD of - reads ids from
    stdin.
    """

    async def change(workspace: Workspace, cards: list[Card]) -> None:
        wanted = [
            [workspace.names.member(card.id_board, one, begun=True).id for one in who] for card in cards
        ]
        for card, more in zip(cards, wanted, strict=True):
            now = dict.fromkeys((*as_it_is_now(workspace, card).id_members, *more))
            await workspace.cards.edit(card.id, {}, member_ids=list(now))

    change_cards(card_, change, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@click.argument("who", nargs=-1, required=True)
@output.json_option
def unassign(card_: str, who: tuple[str, ...], json_: bool) -> None:
    """Take members off CARD.

    WHO is a name, a username or an id of its board, or me; several may be given. A CARD of - reads ids from
    stdin.
    """

    async def change(workspace: Workspace, cards: list[Card]) -> None:
        gone = [
            # A member who has left the board can still be named by id.
            {
                one if one in card.id_members else workspace.names.member(card.id_board, one, begun=True).id
                for one in who
            }
            for card in cards
        ]
        for card, off in zip(cards, gone, strict=True):
            left = [one for one in as_it_is_now(workspace, card).id_members if one not in off]
            await workspace.cards.edit(card.id, {}, member_ids=left)

    change_cards(card_, change, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def subscribe(card_: str, json_: bool) -> None:
    """Hear of what happens to CARD; - reads stdin."""
    update_cards(card_, {"subscribed": True}, json_=json_)


@click.command()
@click.argument("card_", metavar="CARD")
@output.json_option
def unsubscribe(card_: str, json_: bool) -> None:
    """Hear no more of CARD; - reads stdin."""
    update_cards(card_, {"subscribed": False}, json_=json_)
