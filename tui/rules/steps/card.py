"""Steps that change the card, or create another one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic.dataclasses import dataclass

from tui.errors import UsageError
from tui.model.checklist import COMPLETE, INCOMPLETE, CheckItem, Checklist
from tui.model.position import at
from tui.model.writes.cards import CreateCard, MoveCard, UpdateCard
from tui.model.writes.checklists import CreateCheckItem, CreateChecklist, UpdateCheckItem
from tui.model.writes.comments import AddComment
from tui.model.writes.labels import AddCardLabel, RemoveCardLabel
from tui.model.writes.members import AddCardMember, RemoveCardMember
from tui.presentation.due import EXAMPLES, read_due
from tui.presentation.mentions import with_usernames
from tui.rules.steps.step import BaseStep
from tui.rules.targets import find_board, find_on
from tui.rules.template import Template, fields_in
from tui.settings.table import validation_error
from tui.store.firing_records import StepDone

if TYPE_CHECKING:
    from pydantic import ValidationInfo

    from tui.model.writes.base import Write
    from tui.rules.steps.run import StepRun
    from tui.workspace import Workspace

_STRICT: Any = {"extra": "forbid"}

_ANY_DAY = datetime(2024, 1, 1, tzinfo=UTC)
"""A day of a leap year, from which any date can be counted."""

Place = Literal["top", "bottom"]
"""The place in a list that a card goes to."""


def _readable(due: str) -> str:
    """Return a due date unchanged if it can be read; one with fields is read when the step runs."""
    if due and not fields_in(due):
        try:
            read_due(due, _ANY_DAY)
        except ValueError as error:
            raise validation_error(f": {due!r} is no date", f"write it as {EXAMPLES}") from error
    return due


Due = Annotated[Template, AfterValidator(_readable)]
"""A due date in everyday words, or a template of one."""


def _with_list(board: str, info: ValidationInfo) -> str:
    """Refuse a board to move to without a list: a card's own list is on its own board."""
    if board and info.data.get("list") == "":
        raise validation_error(": to which of its lists?", 'write list = "…" too')
    return board


@dataclass(frozen=True, slots=True, config=_STRICT)
class MoveStep(BaseStep):
    """Move the card to another list, also of another board of the account, or to the top or bottom of its own.

    Attributes:
        list: The list's name; "" for the card's own.
        board: The board's name, which needs a list; "" for the card's own.
        place: The top or the bottom of the list.
    """

    step: Literal["move"]
    list: Template = ""
    board: Annotated[Template, AfterValidator(_with_list)] = ""
    place: Place = "bottom"

    async def run(self, run: StepRun) -> StepDone:
        """Move the card."""
        card = await run.card()
        board = await (find_board(run.workspace, run.render(self.board)) if self.board else run.board(card))
        find = run.workspace.names.list
        to = await find_on(run.workspace, board, find, run.render(self.list) or card.id_list)
        ends = [face.id for face in run.workspace.cards.ends(to.id)]
        end = ends[:1] if self.place == "top" else ends[-1:]
        if card.id_list == to.id and (self.list or end == [card.id]):
            return StepDone(outcome=f"already in {to.name}")
        if board.id == card.id_board:
            pos = _pos(run.workspace, to.id, self.place)
            move = MoveCard(board_id=board.id, card_id=card.id, list_id=to.id, pos=pos)
            await run.submit(run.workspace, "", [move])
        else:
            # Repeated, it finds the card there already.
            await run.expect("", [(card.id, "move_card_to_board")])
            await run.workspace.cards.move([card.id], to.id)
        ends_there = self.place == "top" or card.id_list == to.id
        return StepDone(outcome=f"moved to {f'the {self.place} of ' if ends_there else ''}{to.name}")


@dataclass(frozen=True, slots=True, config=_STRICT)
class ArchiveStep(BaseStep):
    """Archive the card."""

    step: Literal["archive"]

    async def run(self, run: StepRun) -> StepDone:
        """Archive the card."""
        card = await run.card()
        if card.closed:
            return StepDone(outcome="archived already")
        await run.submit(
            run.workspace, "", [UpdateCard(board_id=card.id_board, card_id=card.id, closed=True)]
        )
        return StepDone(outcome="archived")


@dataclass(frozen=True, slots=True, config=_STRICT)
class LabelStep(BaseStep):
    """Put a label on the card, or take it off.

    Attributes:
        label: The label's name or colour.
        off: Whether to remove it.
    """

    step: Literal["label"]
    label: Template
    off: bool = False

    async def run(self, run: StepRun) -> StepDone:
        """Change the card's labels."""
        card = await run.card()
        find = run.workspace.names.label
        label = await find_on(run.workspace, await run.board(card), find, run.render(self.label))
        kind = RemoveCardLabel if self.off else AddCardLabel
        write = kind(board_id=card.id_board, card_id=card.id, label_id=label.id)
        name = label.name or label.color or "a label"
        return await _switch(run, name, write, is_on=label.id in card.id_labels, off=self.off)


@dataclass(frozen=True, slots=True, config=_STRICT)
class MemberStep(BaseStep):
    """Put a member on the card, or take them off.

    Attributes:
        member: A username, a name, or ``me``.
        off: Whether to remove them.
    """

    step: Literal["member"]
    member: Template
    off: bool = False

    async def run(self, run: StepRun) -> StepDone:
        """Change the card's members."""
        card = await run.card()
        find = run.workspace.names.member
        member = await find_on(run.workspace, await run.board(card), find, run.render(self.member))
        kind = RemoveCardMember if self.off else AddCardMember
        write = kind(board_id=card.id_board, card_id=card.id, member_id=member.id)
        name, is_on = f"@{member.username}", member.id in card.id_members
        return await _switch(run, name, write, is_on=is_on, off=self.off)


@dataclass(frozen=True, slots=True, config=_STRICT)
class DueStep(BaseStep):
    """Set when the card is due, or mark it done.

    Attributes:
        due: The date, in everyday words: ``+3d``, ``fri 17:00``; ``-`` for none; "" for no change.
        done: Whether it is marked done; no change if not given.
    """

    step: Literal["due"]
    due: Due = ""
    done: bool | None = None

    async def run(self, run: StepRun) -> StepDone:
        """Change the card's due date."""
        card = await run.card()
        changes: dict[str, Any] = {} if self.done is None else {"due_complete": self.done}
        if text := run.render(self.due):
            changes["due"] = _due(text, run.firing.heard)
        # No event would tell of what changes nothing, and the next edit of a person be taken for it.
        changes = {name: value for name, value in changes.items() if getattr(card, name) != value}
        if changes:
            await run.submit(
                run.workspace, "", [UpdateCard(board_id=card.id_board, card_id=card.id, **changes)]
            )
        said = [f"due {text}"] if text else []
        said += [] if self.done is None else ["marked done" if self.done else "marked not done"]
        return StepDone(outcome=", ".join(said) or "nothing to change")


@dataclass(frozen=True, slots=True, config=_STRICT)
class ChecklistStep(BaseStep):
    """Add a checklist with items to the card.

    Attributes:
        name: Its name.
        items: Its items; one that would be empty is left out.
    """

    step: Literal["checklist"]
    name: Template
    items: tuple[Template, ...] = ()

    async def run(self, run: StepRun) -> StepDone:
        """Add the checklist."""
        card = await run.card()
        named = {"board_id": card.id_board, "card_id": card.id, "checklist_id": run.new_id("list")}
        held = run.workspace.cards.checklists(card.id)
        pos = at([one.pos for one in held], len(held))
        writes: list[Write] = [CreateChecklist(**named, name=run.render(self.name), pos=pos)]
        writes += [
            CreateCheckItem(**named, item_id=run.new_id(f"item{place}"), name=text, pos=(place + 1) * 1024.0)
            for place, item in enumerate(self.items)
            if (text := run.render(item).strip())
        ]
        await run.submit(run.workspace, "", writes)
        return StepDone(outcome=f"added the checklist {run.render(self.name)}")


@dataclass(frozen=True, slots=True, config=_STRICT)
class TickStep(BaseStep):
    """Tick an item of a checklist of the card, or untick it.

    Attributes:
        item: The item's text; it fails if the card has none, or several.
        checklist: The name of its checklist; "" for any.
        off: Whether to untick it.
    """

    step: Literal["tick"]
    item: Annotated[Template, Field(min_length=1)]
    checklist: Template = ""
    off: bool = False

    async def run(self, run: StepRun) -> StepDone:
        """Tick the item."""
        card = await run.card()
        try:
            of, item = self._find(run, card.id)
        except UsageError:
            # It may have been added just now.
            await run.workspace.cards.fetch(card.id)
            of, item = self._find(run, card.id)
        if item.done is not self.off:
            return StepDone(outcome=f"“{item.name}” was {'not ticked' if self.off else 'ticked already'}")
        place = {"board_id": card.id_board, "card_id": card.id, "checklist_id": of.id, "item_id": item.id}
        write = UpdateCheckItem(**place, state=INCOMPLETE if self.off else COMPLETE)
        await run.submit(run.workspace, "", [write])
        return StepDone(outcome=f"{'unticked' if self.off else 'ticked'} “{item.name}”")

    def _find(self, run: StepRun, card_id: str) -> tuple[Checklist, CheckItem]:
        """Return the item and its checklist.

        Raises:
            UsageError: The card has none of these names, or several.
        """
        held, find = run.workspace.cards.checklists(card_id), run.workspace.names.one
        if name := run.render(self.checklist):
            held = [find("checklist", name, held, lambda one: one.name, spelled=lambda one: one.name)]
        items = [item for one in held for item in one.check_items]
        item = find("item", run.render(self.item), items, lambda one: one.name, spelled=lambda one: one.name)
        return next(one for one in held if one.item(item.id) is not None), item


@dataclass(frozen=True, slots=True, config=_STRICT)
class CommentStep(BaseStep):
    """Write a comment on the card.

    Attributes:
        text: The text.
    """

    step: Literal["comment"]
    text: Annotated[Template, Field(min_length=1)]

    async def run(self, run: StepRun) -> StepDone:
        """Write the comment."""
        card = await run.card()
        if not (text := run.render(self.text).strip()):
            return StepDone(outcome="nothing to say")
        text = with_usernames(text, run.workspace.names.people(card.id_board))
        comment = AddComment(board_id=card.id_board, card_id=card.id, comment_id=run.new_id(), text=text)
        await run.submit(run.workspace, "", [comment])
        return StepDone(outcome="commented")


@dataclass(frozen=True, slots=True, config=_STRICT)
class CreateCardStep(BaseStep):
    """Make a card, on any board of any account.

    Attributes:
        board: The board's name.
        list: The list's name.
        name: The card's title.
        account: The account; "" for the one of the event.
        desc: Its description.
        labels: Labels of that board, besides those that the settings give to new cards of the list.
        members: Members of that board.
        due: Its due date, in everyday words.
        place: The top or the bottom of the list.
    """

    step: Literal["create card"]
    board: Template
    list: Template
    name: Annotated[Template, Field(min_length=1)]
    account: str = ""
    desc: Template = ""
    labels: tuple[Template, ...] = ()
    members: tuple[Template, ...] = ()
    due: Due = ""
    place: Place = "bottom"

    async def run(self, run: StepRun) -> StepDone:
        """Create the card."""
        workspace = await run.account(self.account)
        board = await find_board(workspace, run.render(self.board))
        names = workspace.names
        to = await find_on(workspace, board, names.list, run.render(self.list))
        name = " ".join(run.render(self.name).split()) or "Untitled"
        named = {"board_id": board.id, "card_id": run.new_id()}
        pos = _pos(workspace, to.id, self.place)
        labels = [await find_on(workspace, board, names.label, run.render(text)) for text in self.labels]
        label_ids = dict.fromkeys((*names.default_labels(to.id), *(label.id for label in labels)))
        writes: list[Write] = [
            CreateCard(
                **named,
                list_id=to.id,
                name=name,
                pos=pos,
                desc=run.render(self.desc),
                label_ids=tuple(label_ids),
            )
        ]
        for text in self.members:
            member = await find_on(workspace, board, names.member, run.render(text))
            writes.append(AddCardMember(**named, member_id=member.id))
        if due := run.render(self.due):
            writes.append(UpdateCard(**named, due=_due(due, run.firing.heard)))
        await run.submit(workspace, self.account, writes)
        return StepDone(
            outcome=f"made a card in {board.name} › {to.name}", found={"made": {"id": named["card_id"]}}
        )


async def _switch(run: StepRun, name: str, write: Write, *, is_on: bool, off: bool) -> StepDone:
    """Submit the write that adds ``name`` to the card, or removes it, unless that is done already."""
    if is_on is not off:
        return StepDone(outcome=f"{name} was {'off' if off else 'on'} already")
    await run.submit(run.workspace, "", [write])
    return StepDone(outcome=f"{'took off' if off else 'put on'} {name}")


def _pos(workspace: Workspace, list_id: str, place: Place) -> float:
    positions = [face.pos for face in workspace.cards.ends(list_id)]
    return at(positions, 0 if place == "top" else len(positions))


def _due(text: str, now: datetime) -> datetime | None:
    """Parse a due date in the user's words."""
    try:
        return read_due(text, now)
    except ValueError as error:
        raise UsageError(f"{text!r} is no date", hint=f"write it as {EXAMPLES}") from error


CardStep = (
    MoveStep
    | ArchiveStep
    | LabelStep
    | MemberStep
    | DueStep
    | ChecklistStep
    | TickStep
    | CommentStep
    | CreateCardStep
)
"""A step about cards."""
