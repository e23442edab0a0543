"""Commands for the members of a card and of the board."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tui.app.commands.command import Choice, Command, CommandType, Context
from tui.app.commands.writing import GONE, changed_by, submit_each
from tui.app.matching import fold
from tui.errors import RemoteError, StoreError, UsageError

if TYPE_CHECKING:
    from tui.model.card import CardFace
    from tui.model.member import Member
    from tui.model.writes.base import Write
    from tui.model.writes.members import SetBoardMember
    from tui.model.writes.toggle import OnCards

_INVITE = "+"
ROLES = (("normal", "may change cards"), ("admin", "may change the board too"), ("observer", "may look"))
"""Roles on a board, with their rights in words."""


def _member_ids(context: Context, faces: Sequence[CardFace]) -> OnCards:
    """Return the current members of each card, from the store; None for a card that is gone."""
    cards = {face.id: context.workspace.cards.get(face.id) for face in faces}
    return {ident: None if card is None else card.id_members for ident, card in cards.items()}


def _known(on_cards: OnCards) -> list[Collection[str]]:
    return [ids for ids in on_cards.values() if ids is not None]


def _name_of(member: Member) -> str:
    return member.display_name or member.id


class Members(Command[Context]):
    """Put a member on the card, or take one off."""

    asks = True
    keys = ("m",)
    group = "Card"
    needs = "cards of a board"

    async def run(self, context: Context) -> None:
        """Ask for a member, and toggle whether the cards have it."""
        from tui.model.writes.toggle import is_on_all

        board, faces = context.board, tuple(context.cards)
        on_cards = _member_ids(context, faces)
        if board is None or not _known(on_cards):
            return
        members = {member.id: member for member in context.workspace.boards.members(board.id)}
        invites = f"{context.key_names['board-members']} invites people"
        if not members:
            context.tell(f"nobody is on this board yet: {invites}")
            return
        title = f"Members · enter: on or off · {invites}"
        choices = [_choice(member, on_cards) for member in members.values()]
        chosen = await context.choose(title, choices)
        # The cards may change while the box is open, and the cursor go to another one as theirs is gone.
        on_cards = _member_ids(context, faces)
        if chosen is None:
            return
        if not _known(on_cards):
            raise StoreError(GONE)
        where = "taken off" if is_on_all(on_cards, chosen) else "put on"
        writes = _toggle(board.id, chosen, on_cards)
        done = await submit_each(context, writes, changed_by(writes, faces))
        which = "" if len(on_cards) == 1 else f" {done.cards}"
        context.tell(f"{_name_of(members[chosen])} {where}{which}{done.left}", undo=True)


class AssignMe(Command[Context]):
    """Put yourself on the card, or take yourself off."""

    keys = ("at",)
    group = "Card"
    quick = True

    def refuse(self, context: Context) -> str | None:
        """Refuse without a card, and when the account's own member is not known yet."""
        if not context.cards or context.board is None:
            return "no card has the cursor"
        return (
            None
            if context.workspace.access.me() is not None
            else "who you are is not known yet: once online it is"
        )

    async def run(self, context: Context) -> None:
        """Toggle whether the user is on the cards."""
        from tui.model.writes.toggle import is_on_all

        board, me, cards = context.board, context.workspace.access.me(), tuple(context.cards)
        if board is None or me is None or not cards:
            return
        on_cards = _member_ids(context, cards)
        off = is_on_all(on_cards, me.id)
        done = await submit_each(context, _toggle(board.id, me.id, on_cards), cards)
        what = "it" if len(cards) == 1 else done.cards
        context.tell(f"you are {'off' if off else 'on'} {what}{done.left}", undo=True)


class Watch(Command[Context]):
    """Watch the card, or watch it no longer: what happens to it becomes a notification."""

    keys = ("W",)
    group = "Card"
    quick = True
    needs = "cards of a board"

    async def run(self, context: Context) -> None:
        """Watch all cards, or none if all were watched."""
        from tui.model.writes.cards import UpdateCard

        board = context.board
        faces = tuple(context.cards)
        cards = [card for face in faces if (card := context.workspace.cards.get(face.id)) is not None]
        if board is None:
            return
        watched = all(card.subscribed for card in cards)
        writes = [UpdateCard(board_id=board.id, card_id=face.id, subscribed=not watched) for face in faces]
        done = await submit_each(context, writes, faces)
        many = f" {done.cards}" if len(faces) > 1 else ""
        whom = "them" if many else "it"
        shows = f"watched{many}: {context.key_names['notifications']} shows what happens to {whom}"
        context.tell(f"{f'not watched any more{many}' if watched else shows}{done.left}", undo=True)


class BoardMembers(Command[Context]):
    """Invite people to the board, change what they may, or take them off."""

    asks = True
    keys = ("g m",)
    group = "Boards"
    needs = "board"
    hint = "people of the board"

    async def run(self, context: Context) -> None:
        """Ask for a member, then for the change."""
        board = context.board
        if board is None:
            return
        roles = {role.id_member: role.member_type for role in context.workspace.boards.roles(board.id)}
        members = context.workspace.boards.members(board.id)
        people = [
            Choice(each.id, _name_of(each), roles.get(each.id, "normal"), also=each.username)
            for each in members
        ]
        invite = Choice(_INVITE, "+ invite somebody")

        def others(typed: str) -> list[Choice]:
            """Offer to invite who is typed, unless a word of what stands there begins so: Ann is no part of Joanna."""
            name = " ".join(typed.split())
            begun = f" {fold(name)}"
            here = any(begun in f" {fold(each.text)} {fold(each.also)}" for each in (invite, *people))
            return [] if here else [Choice(f"{_INVITE}{name}", f"+ invite “{name}”")]

        choices = [invite, *people]
        who = await context.choose("Members of the board", choices, more=others)
        if who is not None and who.startswith(_INVITE):
            await self._invite(context, board.id, who.removeprefix(_INVITE))
        elif who is not None:
            await self._change(context, board.id, next(m for m in members if m.id == who))

    async def _invite(self, context: Context, board_id: str, called: str) -> None:
        if not (found := await self._find(context, board_id, called)):
            return
        who = await context.choose(
            "Invite", [Choice(m.id, _name_of(m), m.username, also=m.username) for m in found]
        )
        if who is not None and (role := await _role(context)) is not None:
            member = next(m for m in found if m.id == who)
            await context.workspace.writes.submit(_role_write(board_id, member, role))
            context.tell(f"{_name_of(member)} is on the board", undo=True)

    async def _find(self, context: Context, board_id: str, called: str) -> Sequence[Member]:
        """Return the people with a name, which is asked for unless somebody is ``called`` so; none on cancel."""
        found: Sequence[Member] = ()
        failed = ""

        async def find(text: str) -> None:
            nonlocal found
            found = await context.workspace.search.people(text, board_id=board_id)
            if not found:
                raise UsageError(
                    f"the service knows nobody called “{text}”",
                    hint="Only who has an account on it can be invited; nobody is written to.",
                )

        if called:
            try:
                await find(called)
            except (UsageError, RemoteError) as error:
                failed = error.in_full()
        if not found:
            # Under the line stands why its first text was not found, as long as it is that.
            _ = await context.prompt(
                "Invite",
                value=called,
                placeholder="name, username or e-mail address",
                attempt=find,
                action="search",
                reads=lambda text: failed if text == called else "",
            )
        return found

    async def _change(self, context: Context, board_id: str, member: Member) -> None:
        from tui.model.writes.members import RemoveBoardMember

        role = await _role(context, leave=True)
        if role is None:
            return
        gone = RemoveBoardMember(board_id=board_id, member_id=member.id)
        await context.workspace.writes.submit(gone if role == "-" else _role_write(board_id, member, role))
        context.tell(f"{_name_of(member)}: {'taken off' if role == '-' else role}", undo=True)


async def _role(context: Context, *, leave: bool = False) -> str | None:
    off = [Choice("-", "take off the board")] if leave else []
    return await context.choose("May do", [*(Choice(role, role, words) for role, words in ROLES), *off])


def _role_write(board_id: str, member: Member, role: str) -> SetBoardMember:
    from tui.model.writes.members import SetBoardMember

    return SetBoardMember(
        board_id=board_id,
        member_id=member.id,
        role=role,
        username=member.username,
        full_name=member.full_name,
    )


def _choice(member: Member, on_cards: OnCards) -> Choice:
    on = sum(member.id in ids for ids in _known(on_cards))
    mark = "☐" if not on else ("☑" if on == len(_known(on_cards)) else "▣")
    return Choice(member.id, f"{mark} {_name_of(member)}", member.username, also=member.username)


def _toggle(board_id: str, member_id: str, on_cards: OnCards) -> list[Write]:
    """Return the writes that put a member on all the cards, or remove it if all have it already."""
    from tui.model.writes.members import AddCardMember, RemoveCardMember
    from tui.model.writes.toggle import toggled

    of = {"board_id": board_id, "member_id": member_id}
    return toggled(
        on_cards,
        member_id,
        put_on=lambda card_id: AddCardMember(**of, card_id=card_id),
        take_off=lambda card_id: RemoveCardMember(**of, card_id=card_id),
    )


MEMBERS: tuple[CommandType, ...] = (Members, AssignMe, Watch)
"""Commands for members of cards, on the board and on the open card."""

BOARD_MEMBERS: tuple[CommandType, ...] = (BoardMembers,)
