"""NameResolver: finds boards, lists, labels and members by the words that users type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar
from urllib.parse import urlsplit

from tui.errors import NoSuchBoard, UsageError
from tui.model.filter.facts import NamedThing
from tui.model.search import fold_text
from tui.services.part import WorkspacePart

if TYPE_CHECKING:
    from tui.model.board import Board, BoardList
    from tui.model.card import Card
    from tui.model.label import Label
    from tui.model.member import Member
    from tui.store.store import Store
    from tui.sync.engine import Engine

_NO_BOARDS = "ask somebody to invite you to one, or import one: cardscout import FILE.json"


class Identified(Protocol):
    """An object with an id."""

    @property
    def id(self) -> str:
        """The object's id."""


T = TypeVar("T", bound=Identified)


def find_by_name(
    kind: str,
    text: str,
    among: Sequence[T],
    *keys: Callable[[T], str],
    spelled: Callable[[T], str],
    where: str = "",
) -> T:
    """Find the only object that ``text`` names: by id, else by each of ``keys``; exactly, then ignoring case.

    Args:
        kind: The noun for such an object, for the message.
        text: The word that was typed.
        among: The objects to search.
        keys: Functions that each return a name of an object.
        spelled: Formats an object in the list of choices.
        where: Follows the name in the message if nothing matches.

    Raises:
        UsageError: No object matches, or several do.
    """
    by_id: tuple[Callable[[T], str], ...] = (lambda one: one.id,)
    ways = (
        [x for x in among if same(key(x)) == same(text)]
        for key in by_id + keys
        for same in (str, str.casefold)
    )
    found = next(filter(None, ways), [])
    if len(found) == 1:
        return found[0]
    wrong = f"{len(found)} {kind}s are called {text!r}" if found else f"there is no {kind} {text!r}{where}"
    listed = ", ".join(f"{spelled(one)} ({one.id})" for one in found or among)
    raise UsageError(wrong, hint=f"there are {listed or 'none'}")


def find_at(store: Store, url: str) -> Card | Board | None:
    """Find the stored card or board that has this web address; None if no stored one has it."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    _, kind, link, *_ = (*parts.path.split("/"), "", "")
    found = (
        {"c": store.cards.by_short_link, "b": store.boards.find}[kind](link) if kind in {"c", "b"} else None
    )
    # Short links are unique at one service only.
    if (
        found is None
        or found.short_link != link
        or urlsplit(found.short_url or found.url).netloc != parts.netloc
    ):
        return None
    return found


class NameResolver(WorkspacePart):
    """``workspace.names``: finds everything in the store, without requests to the service."""

    one = staticmethod(find_by_name)

    def __init__(self, store: Store, engine: Engine, list_labels: Mapping[str, Sequence[str]]) -> None:
        super().__init__(store, engine)
        self._list_labels = list_labels

    def at(self, url: str) -> Card | Board | None:
        """Return the stored card or board that has this web address, or None."""
        return find_at(self._store, url)

    def default_labels(self, list_id: str) -> tuple[str, ...]:
        """Return the ids of the labels that the settings give to new cards of a list; unknown names are ignored."""
        found = self._store.lists.get(list_id) if self._list_labels else None
        board = None if found is None else self._store.boards.get(found.id_board)
        if found is None or board is None:
            return ()
        by_name = self._list_labels
        names = by_name.get(f"{board.name}/{found.name}", by_name.get(found.name, ()))
        wanted = {name.casefold() for name in names}
        labels = self._store.labels.of_board(board.id)
        return tuple(one.id for one in labels if (one.name or one.color or "").casefold() in wanted)

    def signed(self, board_id: str) -> dict[str, list[NamedThing]]:
        """Return the labels, members and lists of a board by their sign: ``#``, ``@`` and ``^``."""
        signed = {
            "#": [
                NamedThing(id=one.id, name=one.name or one.color or "")
                for one in self._store.labels.of_board(board_id)
            ],
            "@": self.people(board_id),
            "^": [NamedThing(id=one.id, name=one.name) for one in self._store.lists.of_board(board_id)],
        }
        return {
            sign: [one for one in some if (one.name + one.other).strip()] for sign, some in signed.items()
        }

    def people(self, board_id: str) -> list[NamedThing]:
        """Return the members of a board by username and name, after this account's member as ``me``."""
        me = self._store.members.me()
        return [
            *([] if me is None else [NamedThing(id=me.id, name="me")]),
            *(
                NamedThing(id=one.id, name=one.full_name, other=one.username, short=one.short)
                for one in self._store.members.of_board(board_id)
            ),
        ]

    def board(self, text: str) -> Board:
        """Return the board, open or closed, that has this id, short link, URL or name.

        Raises:
            NoSuchBoard: No board matches.
            UsageError: Several open ones have that name.
        """
        board, boards = self._store.boards.find(text), self._store.boards.all()
        if board is None:
            names = ", ".join(repr(each.name) for each in boards[:8])
            hint = f"there are {names}" if names else _NO_BOARDS
            raise NoSuchBoard(f"there is no board {text!r}", hint=hint)
        same = [one for one in boards if one.name.casefold() == text.strip().casefold()]
        if len(same) < 2 or text.strip() in {board.id, board.short_link}:  # only one board has this name
            return board
        return find_by_name(
            "board", text.strip(), same, lambda one: one.name, spelled=lambda one: repr(one.name)
        )

    def list(self, board_id: str, text: str, *, archived: bool = False) -> BoardList:
        """Return the open (or ``archived``) list of a board that has this id, or this name in any case.

        Raises:
            UsageError: No list matches, or several do.
        """
        board = self._store.boards.get(board_id)
        return find_by_name(
            "list",
            text,
            self._store.lists.of_board(board_id, closed=archived),
            lambda one: one.name,
            spelled=lambda one: repr(one.name),
            where="" if board is None else f" on the board {board.name!r}",
        )

    def label(self, board_id: str, text: str) -> Label:
        """Return the label of a board that has this id, this name in any case, or this colour.

        Raises:
            UsageError: No label matches, or several do.
        """
        return find_by_name(
            "label",
            text,
            self._store.labels.of_board(board_id),
            lambda one: one.name,
            lambda one: one.color or one.name,
            spelled=lambda one: one.name or one.color or "",
        )

    def member(self, board_id: str, text: str, *, begun: bool = False) -> Member:
        """Return the account's own member for ``me``, or the member of a board with this id, username, name or initials.

        With ``begun`` the beginning of a name is enough if only one member's begins so, as after an ``@``. What is kept, as
        by a rule, and what takes somebody off a board name the whole: the beginning may be somebody else's later.

        Raises:
            UsageError: No member matches, or several do.
        """
        name = text.removeprefix("@")
        if name.casefold() == "me" and (me := self._store.members.me()) is not None:
            return me
        return find_by_name(
            "member",
            name,
            self._store.members.of_board(board_id),
            lambda one: one.username,
            lambda one: one.full_name,
            lambda one: one.short,
            lambda one: name if begun and _begins(one, name) else "",
            spelled=lambda one: f"{one.full_name or '?'} @{one.username}",
        )


def _begins(one: Member, text: str) -> bool:
    """Return whether a name of a member begins so, without case and accents; a letter is no name."""
    named = NamedThing(id=one.id, name=one.full_name, other=one.username)
    return len(text) > 1 and named.is_called(fold_text(text))
