"""The names in a rule, and whether the boards have them: told from the stores, without opening an account."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from tui.errors import UsageError
from tui.model.values.fields import Frozen
from tui.rules.steps.card import CreateCardStep, LabelStep, MemberStep, MoveStep
from tui.rules.steps.people import SearchStep
from tui.services.names import find_by_name
from tui.store_names import StoredName, read_names, read_names_by_board, read_saved_filters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from tui.rules.rule import Rule, Step

Part = Literal["list", "label", "member"]
"""A kind of thing on a board that a rule names."""

CANNOT = "cannot work"
"""What is said everywhere of a rule with a name that nothing has."""


def cannot_words(wrong: Mapping[str, str]) -> list[str]:
    """Return a line for each rule that cannot work, by name."""
    return [f"rule {name}: {CANNOT}: {why}" for name, why in wrong.items()]


class NamedPart(Frozen):
    """A board that a rule names, or a list, label or member of boards.

    Attributes:
        kind: What it is.
        text: The rule's word for it.
        boards: The rule's words for the boards that it is on; empty for every board.
        account: The account whose boards they are; "" for the rule's own.
        everywhere: Whether each of these boards must have it; if not, one is enough.
        step: The number of the step that names it, from 1; 0 for the trigger.
    """

    kind: Part | Literal["board"]
    text: str
    boards: tuple[str, ...] = ()
    account: str = ""
    everywhere: bool = False
    step: int = 0


def named_parts(rule: Rule) -> Iterator[NamedPart]:
    """Yield what a rule names on boards, in the order of the file; texts with fields are left out."""
    when, home = rule.when, rule.when.board
    for text in home:
        yield NamedPart(kind="board", text=text)
    whens: tuple[tuple[Part, tuple[str, ...]], ...] = (
        ("list", when.list), ("list", when.to), ("list", when.origin), ("label", when.label), ("member", when.member)
    )  # fmt: skip
    for kind, texts in whens:
        yield from (NamedPart(kind=kind, text=text, boards=home, everywhere=True) for text in texts)
    for number, step in enumerate(rule.do, 1):
        for one in _of_step(step, home):
            if one.text and "{" not in "".join((one.text, *one.boards)):
                yield one.replace(step=number)
        if isinstance(step, MoveStep) and step.board:
            home = (step.board,)


def _of_step(step: Step, home: tuple[str, ...]) -> Iterator[NamedPart]:
    """Yield what a step names; ``home`` are the boards that the card may be on."""
    match step:
        case MoveStep():
            yield NamedPart(kind="board", text=step.board)
            yield NamedPart(kind="list", text=step.list, boards=(step.board,) if step.board else home)
        case LabelStep():
            yield NamedPart(kind="label", text=step.label, boards=home)
        case MemberStep():
            yield NamedPart(kind="member", text=step.member, boards=home)
        case CreateCardStep() | SearchStep():
            there, account = (step.board,), step.account
            yield NamedPart(kind="board", text=step.board, account=account)
            yield NamedPart(kind="list", text=step.list, boards=there, account=account)
            labels = getattr(step, "labels", ())
            yield from (NamedPart(kind="label", text=x, boards=there, account=account) for x in labels)
            members = getattr(step, "members", ())
            yield from (NamedPart(kind="member", text=x, boards=there, account=account) for x in members)
        case _:
            return


class StoredNames:
    """The names in the stores of the accounts, as last synced; each is read at most once.

    Args:
        store_of: Returns the path of an account's store.
        default_account: The account of rules that name none.

    Attributes:
        parts: Returns the open lists, the labels or the members of a board, by account, id and kind.
    """

    def __init__(self, store_of: Callable[[str], Path], default_account: str) -> None:
        self._store_of, self._default = store_of, default_account
        self._boards, self.parts = cache(self._read_boards), cache(self._read_parts)
        self._by_board = cache(self._read_by_board)

    def boards(self, account: str) -> list[StoredName]:
        """Return the open boards of an account."""
        return self._boards(account)[0]

    def saved_filters(self, account: str) -> dict[str, str]:
        """Return the saved filters of an account by name."""
        return read_saved_filters(self._store_of(account))

    def cannot_work(self, rules: Iterable[Rule]) -> dict[str, str]:
        """Return why rules cannot work, by name; those that can are left out."""
        return {rule.name: why for rule in rules if (why := self.wrong(rule))}

    def wrong(self, rule: Rule) -> str:
        """Return in one line why a rule cannot work: a name of nothing, or of several things; "" if it can."""
        for one in named_parts(rule):
            account = one.account or rule.account or self._default
            if wrong := self._wrong(one, account):
                return f"step {one.step}: {wrong}" if one.step else wrong
        return self._filter_wrong(rule) if rule.filter else ""

    def _filter_wrong(self, rule: Rule) -> str:
        """Return why the saved filter of a rule cannot be used; "" if it can."""
        try:
            _ = rule.saved_condition(self.saved_filters(rule.account or self._default))
        except UsageError as error:
            return str(error)
        return ""

    def _wrong(self, one: NamedPart, account: str) -> str:
        opened, closed = self._boards(account)
        if not opened:
            # Nothing of the account was ever read.
            return ""
        try:
            if one.kind == "board":
                _ = _board(one.text, opened, closed)
                return ""
            boards = [_board(text, opened, closed) for text in one.boards] or opened
        except UsageError as error:
            return str(error)
        return self._part_wrong(one, one.kind, account, boards)

    def _part_wrong(self, one: NamedPart, kind: Part, account: str, boards: Sequence[StoredName]) -> str:
        """Return why a list, label or member cannot be found on boards; "" if it can, or that is not known."""
        wrong = [self._missing(one.text, kind, account, board) for board in boards]
        found = [each for each in wrong if each]
        if not found or (len(found) < len(wrong) and not one.everywhere):
            return ""
        return found[0] if len(boards) == 1 or one.everywhere else f"no board has a {kind} {one.text!r}"

    def _missing(self, text: str, kind: Part, account: str, board: StoredName) -> str:
        if not self.parts(account, board.id, "list"):
            # It was never read.
            return ""
        name = text.removeprefix("@") if kind == "member" else text
        if kind == "member" and name.casefold() == "me":
            return ""
        try:
            _ = find_by_name(
                kind,
                name,
                self.parts(account, board.id, kind),
                lambda one: one.name,
                lambda one: one.more or one.name,
                lambda one: one.short or one.name,
                spelled=lambda one: one.name,
                where=f" on the board {board.name!r}",
            )
        except UsageError as error:
            return str(error)
        return ""

    def _read_boards(self, account: str) -> tuple[list[StoredName], list[StoredName]]:
        path = self._store_of(account)
        return read_names(path, "boards"), read_names(path, "boards", closed=True)

    def _read_parts(self, account: str, board_id: str, kind: Part) -> list[StoredName]:
        if kind == "member":
            return read_names(self._store_of(account), "members", board_id)
        return self._by_board(account, kind).get(board_id, [])

    def _read_by_board(self, account: str, kind: Literal["list", "label"]) -> dict[str, list[StoredName]]:
        return read_names_by_board(self._store_of(account), "lists" if kind == "list" else "labels")


def _board(text: str, opened: Sequence[StoredName], closed: Sequence[StoredName]) -> StoredName:
    """Find a board as the engine does: by id, short link, address, name, or the beginning of a name.

    Raises:
        UsageError: None matches, or several open ones have that name.
    """
    wanted, boards = text.strip(), [*opened, *closed]
    wanted = wanted.partition("/b/")[2].partition("/")[0] or wanted
    folded = wanted.casefold()

    def called(some: Sequence[StoredName]) -> list[StoredName]:
        return [one for one in some if one.name.casefold() == folded]

    if exact := [one for one in boards if wanted in {one.id, one.more}]:
        return exact[0]
    if len(same := called(opened)) > 1:
        raise UsageError(f"{len(same)} boards are called {text!r}")
    if found := same or called(closed):
        return found[0]
    begun = [one for one in boards if one.name.casefold().startswith(folded)]
    if len(begun) != 1:
        raise UsageError(f"there is no board {text!r}")
    return begun[0]
