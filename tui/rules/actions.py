"""The possible steps of a rule, and the questions for each."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from tui.errors import UsageError
from tui.rules.file import check_rule
from tui.rules.steps.card import (
    ArchiveStep,
    ChecklistStep,
    CommentStep,
    CreateCardStep,
    DueStep,
    LabelStep,
    MemberStep,
    MoveStep,
    TickStep,
)
from tui.rules.steps.outside import NotifyStep, PostStep, RunCommandStep
from tui.rules.steps.people import EnrichStep, SearchStep

if TYPE_CHECKING:
    from tui.rules.steps.step import BaseStep

FieldKind = Literal["text", "choice", "board", "list", "label", "member"]

FIELDS = "Fields: {card.name} {card.url} {board.name} {list.name} {member.name} {text}; docs/rules.md has all"
"""The fields that templates may contain, as a note under a question."""


def split_words(text: str) -> list[str]:
    """Split a command line into the program and its arguments.

    Raises:
        UsageError: A quote is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        raise UsageError(f"that is no command: {error}", hint="close the quote") from error


def split_items(text: str) -> list[str]:
    """Split a line at its semicolons."""
    return [item.strip() for item in text.split(";") if item.strip()]


def _join_words(words: str | Sequence[str]) -> str:
    return words if isinstance(words, str) else shlex.join(words)


def _yes_or_empty(on: object) -> str:
    return "yes" if on else ""


@dataclass(frozen=True, slots=True)
class ActionField:
    """One value that an action needs, and the question for it.

    Attributes:
        kind: Its kind: a text, one of ``choices``, or a thing on a board.
        choices: The choices, as (text in the file, text for the user); the first is the default. Of a board, those
            besides the boards: it is asked for only in a rule for every board.
        example: Shown while the line is empty.
        needed: Message for an empty line; "" if it may be left empty.
        unless: Key of the action's other value that makes this one optional; "" for none.
        read: Converts the typed text to the value in the file.
        write: Converts the value in the file to the typed text.
    """

    key: str
    title: str
    kind: FieldKind = "text"
    choices: Mapping[str, str] | None = None
    offer: str = ""
    example: str = ""
    note: str = ""
    needed: str = ""
    unless: str = ""
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str

    def needed_after(self, answers: Mapping[str, str]) -> str:
        """Return the message for an empty line, after the earlier ``answers`` about the action; "" if it is allowed."""
        return "" if self.unless and answers.get(self.unless) else self.needed


@dataclass(frozen=True, slots=True)
class ActionForm:
    """A possible action of a rule."""

    step: type[BaseStep]
    fields: tuple[ActionField, ...] = ()
    on_card: bool = True

    @property
    def words(self) -> str:
        """The action in a sentence."""
        return " ".join((self.step.__doc__ or "").strip().partition("\n\n")[0].split()).rstrip(".")


_OFF = ActionField(
    "off",
    "Put it on, or take it off?",
    "choice",
    {"": "Put it on", "yes": "Take it off"},
    read=bool,
    write=_yes_or_empty,
)
_BOARD = ActionField("board", "On which board?", "board")
_LIST_OF = ActionField(
    "board", "To a list of which board?", "board", {"": "The card's own board, which has to have the list"}
)
_LIST = ActionField("list", "Which list?", "list")

ACTIONS: Mapping[str, ActionForm] = {
    "move": ActionForm(MoveStep, (_LIST_OF, _LIST)),
    "archive": ActionForm(ArchiveStep),
    "label": ActionForm(LabelStep, (ActionField("label", "Which label?", "label"), _OFF)),
    "member": ActionForm(MemberStep, (ActionField("member", "Who?", "member"), _OFF)),
    "due": ActionForm(
        DueStep,
        (
            ActionField(
                "done", "Is it done?", "choice", {"": "Leave that as it is", "yes": "Mark it done", "no": "Mark it not done"},
                read=lambda done: done == "yes", write=lambda done: "yes" if done else "no",
            ),
            ActionField(
                "due", "When is it due?", example="+3d, fri 17:00", note="Empty: the date stays as it is",
                needed="Write a date: otherwise nothing would be done.", unless="done",
            ),
        ),
    ),
    "checklist": ActionForm(
        ChecklistStep,
        (
            ActionField("name", "The checklist's name", example="Steps", note=FIELDS, needed="A name is needed."),
            ActionField(
                "items", "Its items", example="call them; send the offer", note="divided by ;", read=split_items, write="; ".join
            ),
        ),
    ),
    "tick": ActionForm(
        TickStep,
        (
            ActionField("item", "Which item?", example="send the offer", note=FIELDS, needed="The text of an item is needed."),
            ActionField("checklist", "Of which checklist?", example="Steps", note="Empty: of any"),
            replace(_OFF, title="Tick it, or untick it?", choices={"": "Tick it", "yes": "Untick it"}),
        ),
    ),
    "comment": ActionForm(
        CommentStep, (ActionField("text", "What does the comment say?", note=FIELDS, needed="A text is needed."),)
    ),
    "create card": ActionForm(
        CreateCardStep,
        (
            _BOARD,
            _LIST,
            ActionField(
                "name", "The new card's title", offer="{card.name}", note=FIELDS, needed="A title is needed."
            ),
        ),
        on_card=False,
    ),
    "enrich": ActionForm(
        EnrichStep,
        (
            ActionField(
                "kind",
                "Look up whom?",
                "choice",
                {"any": "The first that the card names", "person": "The first person", "company": "The first company"},
            ),
        ),
    ),
    "search people": ActionForm(
        SearchStep,
        (
            _BOARD,
            _LIST,
            ActionField("company", "Whose people? A company's name or domain", example="{card.name}", note=FIELDS),
            ActionField(
                "position", "In which position?", example="marketing manager", note="Empty: any",
                needed="Write a position: without a company everybody would be found.", unless="company",
            ),
        ),
        on_card=False,
    ),
    "notify": ActionForm(
        NotifyStep,
        (
            ActionField("text", "What are you told?", note=FIELDS, needed="A text is needed."),
            ActionField(
                "how",
                "How?",
                "choice",
                {"app": "In the screens", "terminal": "On the desktop, by the terminal", "bell": "By the terminal's bell"},
                read=lambda how: [how],
                write=lambda how: how if isinstance(how, str) else how[0],
            ),
        ),
        on_card=False,
    ),
    "run": ActionForm(
        RunCommandStep,
        (
            ActionField(
                "command",
                "Which program?",
                example='notify-send "{card.name}"',
                note="It is run without a shell, and reads the event as JSON from its input.",
                needed="A program is needed.",
                read=split_words,
                write=_join_words,
            ),
        ),
        on_card=False,
    ),
    "post": ActionForm(
        PostStep,
        (
            ActionField(
                "url", "To which address?", example="https://example.org/hook", needed="An address is needed."
            ),
        ),
        on_card=False,
    ),
}  # fmt: skip
"""The actions, by the name of their step."""

_USUAL = dict.fromkeys(("text", "name", "board", "list", "label", "member", "item"), "x") | {"due": "-"}


def step_table(name: str, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return a step as it is written in the file; answers that are "" are left out.

    Raises:
        UsageError: A command cannot be split into words.
    """
    read = {field.key: field.read for field in ACTIONS[name].fields}
    given = {key: read[key](text) for key, text in answers.items() if key in read and text}
    usual = {"kind": "any", "how": ["app"]}
    return {"step": name} | {key: value for key, value in given.items() if usual.get(key) != value}


def step_answers(step: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers that make a step of the file; what no question is about is left out."""
    return {one.key: one.write(step[one.key]) for one in ACTIONS[step["step"]].fields if one.key in step}


def check_answer(name: str, key: str, text: str) -> None:
    """Check a single answer for an action.

    Raises:
        UsageError: The answer is invalid; the message says why.
    """
    filled = {
        field.key: _USUAL[field.key]
        for field in ACTIONS[name].fields
        if field.kind != "choice" and field.key in _USUAL
    }
    step = step_table(name, filled | {key: text})
    try:
        check_rule({"name": "x", "when": {"trigger": "New Card"}, "do": [step]})
    except UsageError as error:
        raise UsageError(str(error).removeprefix("step 1, "), hint=error.hint) from error
