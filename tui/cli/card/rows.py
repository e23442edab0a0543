"""Import of a table's rows as cards: ``cardscout import leads.csv --board BOARD``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.cli import output, steps
from tui.cli.card.find import made_cards
from tui.cli.card.row_cards import plan_cards
from tui.cli.card.sheet import read_sheet
from tui.cli.online.work import fetch_board, run_write, submit_and_wait
from tui.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tui.app.account.accounts import PlannedCards
    from tui.model.card import Card
    from tui.model.values.scalars import Json
    from tui.workspace import Workspace


@dataclass(frozen=True, slots=True)
class RowOptions:
    """The command line's options for a table.

    Attributes:
        list_: The list of rows without one; None for the first.
        maps: ``field=column`` each; a field with nothing after the ``=`` has no column.
        dry_run: Only show what would be created.
        yes: Do not ask.
    """

    board: str
    list_: str | None
    maps: tuple[str, ...]
    dry_run: bool
    yes: bool


def import_rows(file: str, options: RowOptions, *, json_: bool) -> None:
    """Create a card from each row of ``file``, after a preview and a question; ``-`` is stdin.

    Raises:
        UsageError: The file is no table, has no column with titles, or a text is too long.
    """
    with steps.path_of(file) as path:
        sheet = read_sheet(path, options.maps)

    async def write(workspace: Workspace) -> list[Card] | list[Json]:
        board = await fetch_board(workspace, options.board)
        planned = plan_cards(workspace, board, sheet, options.list_)
        # The summary is last, next to the question, because a terminal shows the end of the output.
        for line in (*planned.lines, *planned.summary):
            output.say(line)
        if options.dry_run:
            return [*_as_json(workspace, planned)] if json_ else []
        if not planned.count:
            return []
        if not options.yes:
            if file == steps.STDIN:
                raise UsageError("what stdin holds cannot be asked about", hint="add --yes, or name the file")
            output.confirm(f"Make {output.plural(planned.count, 'cards')}?")
        await submit_and_wait(workspace, *planned.writes)
        return made_cards(workspace, planned.writes)

    run_write(write, json_=json_, many=True, made=True)


def _as_json(workspace: Workspace, planned: PlannedCards) -> Iterator[Json]:
    """Yield the cards that would be made; they have names in place of ids, as their lists and labels may be made too."""
    from tui.model.writes.cards import CreateCard
    from tui.model.writes.labels import CreateLabel
    from tui.model.writes.lists import CreateList

    boards = workspace.boards
    names = {one.id: one.name for one in boards.lists(planned.board_id)}
    names |= {one.id: one.name or one.color or "" for one in boards.labels(planned.board_id)}
    names |= {one.id: one.username for one in boards.members(planned.board_id)}
    names |= {one.list_id: one.name for one in planned.writes if isinstance(one, CreateList)}
    names |= {one.label_id: one.name for one in planned.writes if isinstance(one, CreateLabel)}
    for one in planned.writes:
        if isinstance(one, CreateCard):
            yield {
                "name": one.name,
                "list": names[one.list_id],
                "desc": one.desc,
                "due": one.due,
                "dueComplete": one.due_complete,
                "labels": [names[ident] for ident in one.label_ids],
                "members": [names.get(ident, ident) for ident in one.member_ids],
            }
