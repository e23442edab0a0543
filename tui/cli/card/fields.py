"""The fields of a card as options: text, dates, place, labels and members, the same for new and old cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from tui.cli import steps
from tui.cli.online.work import reached_service

if TYPE_CHECKING:
    from tui.model.board import BoardList
    from tui.workspace import Workspace

NONE = ("-",)
"""The value that stands for no labels or no members."""


@dataclass(frozen=True, slots=True)
class CardFields:
    """The fields of a card that the options set.

    Attributes:
        changes: Those of the card itself, by their names in ``UpdateCard``.
        pos: The place in its list, or None if it was not given.
        labels: Names of labels: none given for no change, ``-`` alone for no label.
        members: Names of members, likewise.
    """

    changes: dict[str, Any]
    pos: steps.Position | None
    labels: tuple[str, ...]
    members: tuple[str, ...]

    def label_ids(self, workspace: Workspace, board_id: str) -> tuple[str, ...] | None:
        """Return the ids of the labels, which are of a board; None if they are not changed.

        Raises:
            UsageError: No label matches, or several do.
        """
        return _ids(self.labels, lambda name: workspace.names.label(board_id, name).id)

    def member_ids(self, workspace: Workspace, board_id: str) -> tuple[str, ...] | None:
        """Return the ids of the members, who are on a board; None if they are not changed.

        Raises:
            UsageError: No member matches, or several do.
        """
        return _ids(self.members, lambda name: workspace.names.member(board_id, name, begun=True).id)


def _ids(names: tuple[str, ...], find: Callable[[str], str]) -> tuple[str, ...] | None:
    if not names:
        return None
    return () if names == NONE else tuple(dict.fromkeys(map(find, names)))


_OPTIONS = (
    steps.desc_options,
    click.option("--due", metavar="WHEN", help=f"When it is due: {steps.DATES}"),
    click.option("--start", metavar="WHEN", help="When work on it starts, written like --due."),
    click.option("--done/--not-done", default=None, help="Whether the due date is met."),
    click.option(
        "--label",
        "labels",
        multiple=True,
        metavar="LABEL",
        help="Has this label, by name, colour or id; may be repeated; - for none.",
    ),
    click.option(
        "--member",
        "members",
        multiple=True,
        metavar="WHO",
        help="Has this member, by username, name or id, or me; may be repeated; - for none.",
    ),
)


def card_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a card's fields to a command, which gets them as ``fields``."""

    @wraps(command)
    def with_fields(
        *,
        desc: str | None,
        desc_file: str | None,
        due: str | None,
        start: str | None,
        done: bool | None,
        labels: tuple[str, ...],
        members: tuple[str, ...],
        pos: steps.Position | None,
        **more: Any,
    ) -> Any:
        steps.check_stdin(desc_file, more.get("card_"), more.get("name"), more.get("list_"))
        changes: dict[str, Any] = {}
        for name, value in (("due", due), ("start", start)):
            if value is not None:
                changes[name] = steps.read_moment(f"--{name}", value)
        if (text := steps.given_text(desc, desc_file)) is not None:
            changes["desc"] = text
        if done is not None:
            changes["due_complete"] = done
        return command(fields=CardFields(changes, pos, labels, members), **more)

    whole: Callable[..., Any] = with_fields
    for option in reversed(_OPTIONS):
        whole = option(whole)
    return whole


async def positions_in(
    workspace: Workspace,
    board_list: BoardList,
    pos: steps.Position,
    count: int = 1,
    *,
    but: Iterable[str] = (),
) -> list[float]:
    """Return positions in a list; its cards are fetched if an end of the list is requested.

    Args:
        workspace: The workspace.
        board_list: The list.
        pos: The place.
        count: The number of cards.
        but: Ids of cards to ignore, because they are moved.
    """
    if not isinstance(pos, float):
        await reached_service(lambda: workspace.cards.fetch_faces(board_list.id))
    faces = workspace.cards.faces(board_list.id)
    return steps.positions(pos, [face.pos for face in faces if face.id not in set(but)], count)
