"""Signing in and out of a browser, for every page that needs a member."""

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any

from sqlalchemy import Connection, func, select

from tui.server.access import sessions
from tui.server.access.counter import Counter, window_end
from tui.server.access.passwords import password_matches, use_code
from tui.server.authorize import pages
from tui.server.authorize.pages import Visit, VisitAnswer
from tui.server.storage import db

TRIES = 10
"""Maximum wrong passwords for one member from one client address in a quarter of an hour."""

TRIES_ALL = 50
"""Maximum wrong passwords for one member from all client addresses in a quarter of an hour."""

TRIES_FROM = 300
"""Maximum wrong passwords for all members from one address; a check costs the server a quarter second."""

_QUARTER = 900
_WRONG = (
    "That is not right. Try again, or ask whoever runs this server for a one-time code: "
    "each works once, and for a quarter of an hour."
)
_THROTTLED = "Too many tries. Wait a quarter of an hour, or ask whoever runs this server for a one-time code."


@dataclass(frozen=True, slots=True)
class PasswordCheck:
    """The result of a password check.

    Attributes:
        id_member: The member whose password it is; None if it is wrong.
        throttled: Whether the check was skipped after too many tries.
    """

    id_member: str | None = None
    throttled: bool = False


class SignIn:
    """Identifies the member of a visit, and signs members in and out, within one transaction.

    Args:
        connection: The connection, in a writing transaction for ``enter`` and ``leave``.
        now: The server's time.
    """

    def __init__(self, connection: Connection, counter: Counter, now: datetime) -> None:
        self._connection = connection
        self._counter = counter
        self._now = now

    def member(self, visit: Visit) -> Any:
        """Return the row of the member who is signed in, or None."""
        ident = sessions.member_of(self._connection, visit.cookie, self._now) if visit.cookie else None
        if ident is None:
            return None
        return self._connection.execute(select(db.members).where(db.members.c.id == ident)).one_or_none()

    def ask(self, visit: Visit, app: str = "", *, leads_to: str = "") -> VisitAnswer:
        """Return the sign-in page.

        Args:
            visit: A visit of a browser where nobody is signed in.
            app: The application that asks for permission; empty for a page of the member's own.
            leads_to: The origin that the last page may redirect the browser to.
        """
        return pages.sign_in(visit, visit.cookie or sessions.new_cookie(), app, leads_to=leads_to)

    def prove(self, visit: Visit) -> PasswordCheck:
        """Check the password in a form; slow on purpose, so not done inside a writing transaction.

        Raises:
            Refused: 403, the form was not made for this browser.
        """
        visit.check_form()
        password = visit.form.get("password", "")
        if not password:
            return PasswordCheck()
        name = visit.form.get("username", "").strip().lower()
        end = window_end(self._now, _QUARTER)
        who, where = f"password {name[:100]}", f"password from {visit.client}"
        counts = {f"{who} {where}": TRIES, who: TRIES_ALL, where: TRIES_FROM}
        ends = dict.fromkeys(counts, end)
        known = self._counter.add(ends, only_look=ends)
        if any(known[count] >= most for count, most in counts.items()):
            return PasswordCheck(throttled=True)
        ident = self._by_password(name, password)
        if ident is None:
            self._counter.add(ends)
        return PasswordCheck(ident)

    def enter(self, visit: Visit, proof: PasswordCheck, app: str = "", *, leads_to: str = "") -> VisitAnswer:
        """Sign a member in by password or code, with a new cookie, to prevent session fixation."""
        secret = visit.form.get("password", "")
        # A code can not be guessed, so it works even when wrong passwords have locked the member out.
        ident = proof.id_member or (use_code(self._connection, secret, self._now) if secret else None)
        if ident is None:
            wrong, status = (
                (_THROTTLED, HTTPStatus.TOO_MANY_REQUESTS)
                if proof.throttled
                else (_WRONG, HTTPStatus.UNAUTHORIZED)
            )
            return pages.sign_in(visit, visit.cookie, app, leads_to=leads_to, wrong=wrong, status=status)
        return VisitAnswer(
            location=visit.address, cookie=sessions.open_session(self._connection, ident, self._now)
        )

    def leave(self, visit: Visit) -> VisitAnswer:
        """Sign the member out, and redirect to the same page."""
        sessions.close_session(self._connection, visit.cookie)
        return VisitAnswer(location=visit.address, cookie=sessions.new_cookie())

    def _by_password(self, name: str, password: str) -> str | None:
        column = db.members.c
        known = select(column.id).where(
            (func.lower(column.username) == name) | (func.lower(column.email) == name)
        )
        found = self._connection.scalars(known.limit(2)).all()
        ident = found[0] if len(found) == 1 else None
        return ident if password_matches(self._connection, ident, password) else None
