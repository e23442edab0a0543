"""RuleDialog: asks step by step what a rule says, and writes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice
from tui.app.drawing.wrapping import fit
from tui.app.palette.synonyms import rule_synonyms
from tui.app.screens.boxes.choose import ChooseScreen
from tui.app.screens.rule_parts.known_names import known_names
from tui.app.screens.rule_parts.rule_draft import CARDLESS, EVERY, FINISH, RuleDraft, minutes_before
from tui.app.widgets.label_tag import color_name
from tui.errors import RemoteError, UsageError
from tui.model.filter.complete import filter_names, misspelt, unknown_name
from tui.model.filter.filter import FilterError, parse_filter
from tui.rules.actions import ACTIONS, FIELDS, ActionField, check_answer
from tui.rules.edit import add, replace
from tui.rules.file import read_rules
from tui.triggers.catalogue import TRIGGERS

if TYPE_CHECKING:
    from pathlib import Path

    from tui.app.screens.boxes.boxes import Boxes
    from tui.model.board import Board
    from tui.model.label import Label
    from tui.workspace import Workspace

_MAX_ANSWER = 24  # cells of an answer that a later question repeats

Question = Callable[[], Awaitable[bool]]
"""A function that asks one question, and returns whether it was answered."""


class RuleDialog:
    """The questions for a new or a changed rule; esc goes back one step, which shows the earlier answer or text again.

    Args:
        draft: The answers so far; updated in place.
    """

    def __init__(self, boxes: Boxes, workspace: Workspace, path: Path, draft: RuleDraft) -> None:
        self._boxes, self._workspace, self._path, self._draft = boxes, workspace, path, draft
        self._answers = draft.answers

    async def ask(self) -> str | None:
        """Ask all questions and write the rule; return its name, or None on cancel."""
        at = 0
        while at < len(questions := list(self._questions())):
            if await questions[at]():
                at += 1
            elif at:
                at -= 1
            else:
                return None
        return self._answers["name"]

    def _questions(self) -> Iterator[Question]:
        """Yield the questions; which ones there are depends on the answers so far."""
        yield self._trigger
        yield from self._conditions()
        number = 1
        for name, prefix in self._draft.steps():
            yield partial(self._action, number)
            for one in ACTIONS[name].fields:
                if self._draft.asks_for(prefix, one):
                    yield partial(self._value, name, prefix, one)
            number += 1
        yield partial(self._action, number)
        yield self._name

    def _conditions(self) -> Iterator[Question]:
        """Yield the questions about the events and cards for which the rule does something."""
        asks = self._draft.asks
        if asks("board"):
            note = "and any list: a rule for one list names its board" if self._moved else ""
            every = Choice(EVERY, "Every board", note)
            yield partial(self._board, "board", "On which board?", [every], recent=self._moved)
        if asks("to"):
            yield self._to
        if asks("before"):
            yield self._before
        if asks("if"):
            yield self._condition
        if asks("filter") and (self._answers.get("filter") or self._workspace.memory.saved_filters()):
            yield self._saved_filter

    # --- what starts it -------------------------------------------------------------------------

    async def _trigger(self) -> bool:
        told = [(each.name, _sentence(each.__doc__)) for each in TRIGGERS]
        choices = [Choice(name, name, words, f"{words} {rule_synonyms(name)}") for name, words in told]
        title = "What starts it?" if self._draft.written else "New rule: what starts it?"
        return await self._choose("trigger", title, choices)

    async def _board(
        self, key: str, title: str, first: Sequence[Choice] = (), *, recent: bool = False
    ) -> bool:
        boards = self._workspace.boards.all()
        choices = [
            Choice(_word(one.id, one.name, [each.name for each in boards]), one.name) for one in boards
        ]
        # Most rules about a move are for one list of the board that the user comes from.
        last = {one.id for one in self._workspace.boards.recent(1)} if recent else set[str]()
        begin = next(
            (choice.value for choice, one in zip(choices, boards, strict=True) if one.id in last), None
        )
        return await self._choose(key, title, [*first, *choices], begin=begin)

    @property
    def _moved(self) -> bool:
        """Whether the trigger is about lists, which are asked for after a board only."""
        return self._answers.get("trigger") == "Card Moved"

    async def _list(self, key: str, title: str, board: Board | None, *, every: bool = False) -> bool:
        lists = [] if board is None or not await self._has(board) else self._workspace.boards.lists(board.id)
        choices = [Choice(_word(one.id, one.name, [each.name for each in lists]), one.name) for one in lists]
        return await self._choose(key, title, [*([Choice(EVERY, "Any list")] if every else []), *choices])

    async def _to(self) -> bool:
        return await self._list("to", "Coming to which list?", self._home(), every=True)

    def _home(self) -> Board | None:
        """Return the board that the rule is for; None for every board."""
        name = self._answers.get("board", EVERY)
        return None if name == EVERY else self._workspace.boards.find(name)

    async def _has(self, board: Board) -> bool:
        """Return whether the board's lists, labels and members are stored; read them if they never were."""
        if not self._workspace.boards.was_read(board.id):
            with suppress(RemoteError):
                await self._workspace.boards.pull(board.id)
        return self._workspace.boards.was_read(board.id)

    async def _before(self) -> bool:
        async def attempt(typed: str) -> None:
            if not 0 <= minutes_before(typed) <= 525_600:  # a year, the most that a rule may have
                raise UsageError(f"{typed!r} is no time before a date", hint="write 0, 30 min, 2h or 1d")

        return await self._line(
            "before", "How long before it is due?", offer="1h", note="0: when it is due · a bare number is minutes", attempt=attempt, needed="Write a time, such as 1h."
        )  # fmt: skip

    async def _condition(self) -> bool:
        home, boards = self._home(), self._workspace.boards
        names: Mapping[str, Sequence[str]] = {}
        if home is not None and boards.was_read(home.id):
            names = filter_names(boards.labels(home.id), boards.members(home.id), boards.lists(home.id))

        def read(typed: str) -> str:
            try:
                parsed = parse_filter(typed)
            except FilterError as error:
                raise ValueError(f"at character {error.start + 1}: {error} · {error.hint}") from error
            return misspelt(parsed) or unknown_name(parsed, names) or "only cards that pass start it"

        async def attempt(typed: str) -> None:
            try:
                parse_filter(typed)
            except FilterError as error:
                raise UsageError(f"at character {error.start + 1}: {error}", hint=error.hint) from error

        return await self._line(
            "if", "Only for cards that pass a filter?", example="label:hot -is:archived", note="Empty: for every card", attempt=attempt, reads=read, blank=True
        )  # fmt: skip

    async def _saved_filter(self) -> bool:
        saved = self._workspace.memory.saved_filters()
        choices = [Choice(name, name, f"/{text}") for name, text in saved.items()]
        return await self._choose("filter", "And that pass a saved filter?", [Choice("", "None"), *choices])

    # --- what is done -----------------------------------------------------------------------------

    async def _action(self, number: int) -> bool:
        cardless = self._answers.get("trigger") in CARDLESS
        choices = [
            Choice(name, name, one.words, f"{one.words} {rule_synonyms(name)}")
            for name, one in ACTIONS.items()
            if not (cardless and one.on_card)
        ]
        if number == 1:
            return await self._choose("do 1", "What is done?", choices)
        done = " › ".join(
            self._told(name, prefix) for name, prefix in list(self._draft.steps())[: number - 1]
        )
        choices.insert(0, Choice(FINISH, "Nothing more", "give the rule a name"))
        return await self._choose(f"do {number}", f"{done}. And then?", choices)

    def _told(self, action: str, prefix: str) -> str:
        """Return a step with what was answered about it, each shortened: ``label hot``."""
        answers = self._draft.answers_of(prefix)
        given = [
            (one.choices or {}).get(text, text)
            for one in ACTIONS[action].fields
            if (text := answers.get(one.key))
        ]
        return f"{action} {', '.join(fit(text, _MAX_ANSWER) for text in given)}".rstrip()

    async def _value(self, action: str, prefix: str, one: ActionField) -> bool:
        key = prefix + one.key
        if one.kind == "choice":
            choices = [Choice(value, words) for value, words in (one.choices or {}).items()]
            return await self._choose(key, one.title, choices)
        if one.kind == "board":
            return await self._board(
                key, one.title, [Choice(*other) for other in (one.choices or {}).items()]
            )
        chosen = self._answers.get(f"{prefix}board")
        home = self._workspace.boards.find(chosen) if chosen else self._home()
        if home is None and (known := known_names(self._workspace, one.kind)):
            more = partial(_as_typed, known)
            return await self._choose(key, one.title, known, more=more, attempt=_checked(action, one))
        if one.kind == "text" or home is None or not await self._has(home):
            return await self._text(action, key, one)
        if one.kind == "list":
            return await self._list(key, one.title, home)
        is_label = one.kind == "label"
        choices = self._labels(home) if is_label else self._members(home)
        make = partial(self._make_label, home) if is_label else None
        return await self._choose(key, one.title, choices, make=make)

    def _labels(self, board: Board) -> list[Choice]:
        labels = [one for one in self._workspace.boards.labels(board.id) if one.name or one.color]
        words = [one.name or one.color or "" for one in labels]
        return [
            Choice(_word(one.id, word, words), one.name or color_name(one.color), _label_note(one, labels))
            for one, word in zip(labels, words, strict=True)
        ]

    async def _make_label(self, board: Board, name: str) -> None:
        """Make a label without a colour, as the line of a new card does."""
        from tui.model.values.scalars import new_local_id
        from tui.model.writes.labels import CreateLabel

        if set(name) & set("{}"):
            raise UsageError(f"a rule would take {name!r} for a field", hint="write a name without { and }")
        write = CreateLabel(board_id=board.id, label_id=new_local_id(), name=name)
        await self._workspace.writes.submit(write)

    def _members(self, board: Board) -> list[Choice]:
        members = self._workspace.boards.members(board.id)
        return [
            Choice("me", "You"),
            *(Choice(one.username, one.full_name, f"@{one.username}", also=one.username) for one in members),
        ]

    async def _text(self, action: str, key: str, one: ActionField) -> bool:
        needed = one.needed_after(self._draft.answers_of(key.removesuffix(one.key)))
        note = one.note or (FIELDS if one.kind != "text" else "")
        return await self._line(
            key,
            one.title,
            offer=one.offer,
            example=one.example,
            note=note,
            attempt=_checked(action, one),
            needed=needed or ("A name is needed." if one.kind != "text" else ""),
            blank=one.kind == "text" and not needed,
        )

    async def _name(self) -> bool:
        async def attempt(typed: str) -> None:
            written, table = self._draft.written, self._draft.table() | {"name": typed}
            others = {rule.name for rule in read_rules(self._path).rules} - {written.get("name")}
            if typed in others:
                raise UsageError(f"there is a rule {typed!r} already", hint="take another name")
            if written:
                replace(self._path, written, table)
            else:
                add(self._path, table)

        steps = " › ".join(name for name, _ in self._draft.steps())
        return await self._line(
            "name",
            "The rule's name",
            offer=f"{self._answers['trigger']}: {steps}"[:80],
            attempt=attempt,
            needed="A name is needed.",
        )

    # --- boxes ------------------------------------------------------------------------------------

    async def _choose(
        self,
        key: str,
        title: str,
        choices: Sequence[Choice],
        *,
        more: Callable[[str], Sequence[Choice]] | None = None,
        attempt: Callable[[str], Awaitable[object]] | None = None,
        make: Callable[[str], Awaitable[object]] | None = None,
        begin: str | None = None,
    ) -> bool:
        at = self._answers.get(key, begin)
        if at and all(choice.value != at for choice in choices):
            # The file may name a thing that is not there, or that is not known here.
            choices = [Choice(at, at, "as it is now"), *choices]
        chosen = await self._boxes.ask(
            ChooseScreen(title, choices, at=at, more=more, attempt=attempt, make=make, step=True)
        )
        if chosen is not None:
            if key.endswith("board") and self._answers.get(key, chosen) != chosen:
                self._draft.leave_board(key)
            self._answers[key] = chosen
        return chosen is not None

    async def _line(
        self,
        key: str,
        title: str,
        *,
        offer: str = "",
        example: str = "",
        note: str = "",
        needed: str = "",
        attempt: Callable[[str], Awaitable[object]] | None = None,
        reads: Callable[[str], str] | None = None,
        blank: bool = False,
    ) -> bool:
        before = self._answers.get(key)

        def left(typed: str) -> None:
            # What was only offered is offered anew: it may be another by then, and typing replaces it.
            if (typed and typed != offer) or before is not None:
                self._answers[key] = typed

        given = await self._boxes.prompt(
            title,
            value=before or "",
            offer=offer if before is None else "",
            placeholder=example,
            note=note,
            needed=needed,
            attempt=attempt,
            reads=reads,
            blank=blank,
            left=left,
            step=True,
        )
        if given is not None:
            self._answers[key] = given
        return given is not None


def _sentence(text: str | None) -> str:
    """Return the first sentence of a docstring, without its full stop."""
    return " ".join((text or "").strip().partition("\n\n")[0].split()).rstrip(".")


def _label_note(label: Label, labels: Sequence[Label]) -> str:
    """Return the colour of a label; of one without a name, which one it is among those of its colour."""
    if label.name:
        return color_name(label.color)
    like = [each.id for each in labels if not each.name and each.color == label.color]
    return f"no name, {like.index(label.id) + 1} of {len(like)}" if len(like) > 1 else "no name"


def _word(ident: str, name: str, among: Iterable[str]) -> str:
    """Return the word for a thing in the file: its name, or its id if the name is not plain or not unique."""
    shared = sum(each.casefold() == name.casefold() for each in among) > 1
    return ident if shared or set(name) & set("{}") else name


def _checked(action: str, one: ActionField) -> Callable[[str], Awaitable[None]]:
    """Return the function that refuses an answer which a rule may not have."""

    async def attempt(typed: str) -> None:
        if typed:
            check_answer(action, one.key, typed)

    return attempt


def _as_typed(known: Sequence[Choice], typed: str) -> Sequence[Choice]:
    """Return the typed name as a choice, if none that is known has it in its own."""
    name = " ".join(typed.split())
    if not name or any(name.casefold() in f"{one.text} {one.value}".casefold() for one in known):
        return ()
    return (Choice(name, name, "as typed: no board has it now"),)
