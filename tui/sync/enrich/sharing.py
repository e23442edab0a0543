"""Private contact values: which they are, and whether a board may show them to its members."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING

from tui.model.enrich.sharing import SharedBoard
from tui.model.values.scalars import is_local
from tui.recognise.identifiers.phones import grouped

if TYPE_CHECKING:
    from tui.model.board import Board
    from tui.model.finding import Finding
    from tui.model.person import EmailPoint, Person, PhonePoint
    from tui.store.store import Store

LEFT_OUT = "left out, private"
"""Shown in place of a private value."""

_YES, _NO = "yes", "no"


def private_values(finding: Finding) -> tuple[str, ...]:
    """Return the private values of a finding that a comment would show: mobiles and private e-mail addresses."""
    person = finding.person
    if person is None:
        return ()
    emails = [one.value for one in person.emails if is_private_email(one, person)]
    private = (one for one in person.phones if is_private_phone(one) and not one.do_not_call)
    phones = [grouped(one.e164) or one.raw for one in private]
    return (*emails, *phones)


def without_private(finding: Finding) -> Finding:
    """Return ``finding`` with its private values marked as left out."""
    person = finding.person
    if person is None:
        return finding
    emails = (one.replace(value=LEFT_OUT) if is_private_email(one, person) else one for one in person.emails)
    phones = (
        one.replace(e164="", raw=LEFT_OUT) if is_private_phone(one) and not one.do_not_call else one
        for one in person.phones
    )
    return finding.replace(person=person.replace(emails=tuple(emails), phones=tuple(phones)))


def is_private_email(email: EmailPoint, person: Person) -> bool:
    """Return whether an address is a person's own: called personal, or free mail, and not at their employer's domain."""
    from tui.recognise.identifiers.hosts import is_free_mail, registrable

    host = email.value.rpartition("@")[2].casefold()
    own = registrable(host) or host
    employer = person.company.domain or person.company.website.partition("://")[2].partition("/")[0]
    if employer and own == (registrable(employer.casefold()) or employer.casefold()):
        return False
    return email.kind == "personal" or is_free_mail(own)


def is_private_phone(phone: PhonePoint) -> bool:
    """Return whether a number rings the person wherever they are: a mobile."""
    return phone.kind == "mobile"


def _is_public(board: Board) -> bool:
    prefs = board.unknown_fields.get("prefs")
    return isinstance(prefs, dict) and prefs.get("permissionLevel") in {"org", "public"}


def shared_board(store: Store, board_id: str) -> SharedBoard | None:
    """Return the board with the user's answer if others see it, or may see it; None for one of the user's own."""
    board = store.boards.get(board_id)
    roles = [role for role in store.members.roles(board_id) if not role.deactivated]
    public = board is not None and _is_public(board)
    # A board whose members were never read counts as shared, unless it was just created here.
    alone = len(roles) == 1 or (not roles and is_local(board_id))
    if alone and not public:
        return None
    said = store.meta.get(_key(store, board_id))
    return SharedBoard(
        id=board_id,
        name=store.boards.name(board_id),
        members=0 if public else len(roles),
        answer=None if said is None else said == _YES,
    )


def shows_private(store: Store, board_id: str) -> bool:
    """Return whether private values may be put on a board: only the user sees it, or they agreed to it."""
    shared = shared_board(store, board_id)
    return shared is None or shared.answer is True


def set_answer(store: Store, board_id: str, *, allowed: bool) -> Future[None]:
    """Store the user's answer for a board."""
    return store.meta.set(_key(store, board_id), _YES if allowed else _NO)


def _key(store: Store, board_id: str) -> str:
    return f"private:{store.current_id(board_id)}"
