"""The road through the pages: sign in, review, allow or deny, and what comes of it."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

from tui.server import db
from tui.server.access import sessions
from tui.server.access.passwords import password_matches, use_code
from tui.server.access.tally import Tally, window_end
from tui.server.access.tokens import create_token
from tui.server.authorize import pages, requests
from tui.server.authorize.question import DENIED, Question
from tui.server.authorize.visit import Page, Visit

TRIES = 10
"""Wrong passwords a member may be given in a quarter of an hour, from one address."""

TRIES_ALL = 50
"""Likewise, from anywhere."""

TRIES_FROM = 300
"""Likewise, for all members together, from one address: looking at a password costs the server a quarter second."""

_QUARTER = 900
_WRONG = "That is not right. Try again, or ask whoever runs this server for a one-time code."
_SLOW = "Too many tries. Wait a quarter of an hour, or ask whoever runs this server for a one-time code."


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of looking at a password.

    Attributes:
        id_member: Whose it is; None when it is nobody's.
        throttled: Whether it was not looked at, after too many tries.
    """

    id_member: str | None = None
    throttled: bool = False


class Desk:
    """Answers visits, each in one transaction.

    Args:
        connection: A writing one for a POST.
        tally: Counts wrong passwords.
        now: The server's time.
    """

    def __init__(self, connection: Connection, tally: Tally, now: datetime) -> None:
        self._connection = connection
        self._tally = tally
        self._now = now

    def look(self, visit: Visit, question: Question) -> Page:
        """What a member sees who comes with ``question``."""
        member = self._member(visit)
        if member is None:
            return pages.sign_in(visit, visit.cookie or sessions.new_cookie(), question)
        return pages.consent(visit, visit.cookie, question, member)

    def prove(self, visit: Visit) -> Proof:
        """Look at the password in a form; slow on purpose, so it is not done while other writers wait.

        Raises:
            Refused: 403, the form was not made for this browser.
        """
        visit.check_form()
        password = visit.form.get("password", "")
        if not password:
            return Proof()
        name = visit.form.get("username", "").strip().lower()
        end = window_end(self._now, _QUARTER)
        who, where = f"password {name[:100]}", f"password from {visit.client}"
        counts = {f"{who} {where}": TRIES, who: TRIES_ALL, where: TRIES_FROM}
        ends = dict.fromkeys(counts, end)
        known = self._tally.add(ends, only_look=ends)
        if any(known[count] >= most for count, most in counts.items()):
            return Proof(throttled=True)
        ident = self._by_password(name, password)
        if ident is None:
            self._tally.add(ends)
        return Proof(ident)

    def act(self, visit: Visit, question: Question, proof: Proof) -> Page:
        """What comes of a form that was proved to be ours."""
        if "sign_out" in visit.form:
            sessions.close_session(self._connection, visit.cookie)
            return Page(location=visit.address, cookie=sessions.new_cookie())
        member = self._member(visit)
        if member is None:
            return self._sign_in(visit, question, proof)
        if "approve" in visit.form:
            return self._allow(question, member.id)
        if "deny" in visit.form:
            return self._deny(question)
        return pages.consent(visit, visit.cookie, question, member)

    def _member(self, visit: Visit) -> Any:
        ident = sessions.member_of(self._connection, visit.cookie, self._now) if visit.cookie else None
        if ident is None:
            return None
        return self._connection.execute(select(db.members).where(db.members.c.id == ident)).one_or_none()

    def _sign_in(self, visit: Visit, question: Question, proof: Proof) -> Page:
        """Sign a member in by password or code, under a cookie that no page before could have planted."""
        secret = visit.form.get("password", "")
        # A code can not be guessed, so it lets a member in whom the guesses of others locked out.
        ident = proof.id_member or (use_code(self._connection, secret, self._now) if secret else None)
        if ident is None:
            wrong, status = (_SLOW, 429) if proof.throttled else (_WRONG, 401)
            return pages.sign_in(visit, visit.cookie, question, wrong=wrong, status=status)
        return Page(location=visit.address, cookie=sessions.open_session(self._connection, ident, self._now))

    def _by_password(self, name: str, password: str) -> str | None:
        column = db.members.c
        known = select(column.id).where(
            (func.lower(column.username) == name) | (func.lower(column.email) == name)
        )
        found = self._connection.scalars(known.limit(2)).all()
        ident = found[0] if len(found) == 1 else None
        return ident if password_matches(self._connection, ident, password) else None

    def _allow(self, question: Question, id_member: str) -> Page:
        if question.request:
            verifier = secrets.token_hex(16)
            requests.allow(self._connection, question, id_member, verifier)
            if not question.return_url:
                return pages.show_verifier(question, verifier)
            return Page(
                location=requests.returned(question, oauth_verifier=verifier), leads_to=question.return_origin
            )
        token = create_token(
            self._connection,
            id_member=id_member,
            key=question.key,
            scopes=question.scopes,
            expiration=question.expiration,
            now=self._now,
            identifier=question.name,
        )
        return _told(question, token) or pages.show_token(question, token)

    def _deny(self, question: Question) -> Page:
        if question.request:
            requests.forget(self._connection, question.request)
            if question.return_url:
                return Page(
                    location=requests.returned(question, error=DENIED), leads_to=question.return_origin
                )
            return pages.denied(question)
        return _told(question, "", error=DENIED) or pages.denied(question)


def _told(question: Question, token: str, **error: str) -> Page | None:
    """How the application hears of the decision; None when the member has to tell it."""
    if question.by_message:
        return pages.hand_over(question, token or error["error"])
    if question.return_url:
        answer = error or {"token": token}
        return Page(location=question.returned(**answer), leads_to=question.return_origin)
    return None
