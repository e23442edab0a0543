"""The permission page: sign in, review the request, allow or deny it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from tui.server.access.apps import create_token
from tui.server.authorize import pages, requests
from tui.server.authorize.pages import Visit, VisitAnswer
from tui.server.authorize.question import DENIED, Question
from tui.server.authorize.sign_in import PasswordCheck, SignIn

if TYPE_CHECKING:
    from tui.server.access.counter import Counter


class PermissionPage:
    """The page that asks a member for permission for an application, within one transaction.

    Args:
        connection: The connection, in a writing transaction for a POST.
        now: The server's time.
        read: Parses the question from a visit's address; refuses an invalid one.
    """

    def __init__(
        self,
        connection: Connection,
        counter: Counter,
        now: datetime,
        read: Callable[[Connection, Visit], Question],
    ) -> None:
        self._connection = connection
        self._now = now
        self._read = read
        self._sign_in = SignIn(connection, counter, now)

    def look(self, visit: Visit) -> VisitAnswer:
        """Return the sign-in page, or the question if the member is signed in."""
        question = self._read(self._connection, visit)
        member = self._sign_in.member(visit)
        if member is None:
            return self._sign_in.ask(visit, question.name, leads_to=question.return_origin)
        return pages.consent(visit, question, member)

    def prove(self, visit: Visit) -> PasswordCheck:
        """Check the password in a form, before the writing transaction begins.

        Raises:
            Refused: 403, the form was not made for this browser.
        """
        return self._sign_in.prove(visit)

    def act(self, visit: Visit, proof: PasswordCheck) -> VisitAnswer:
        """Handle a submitted form whose CSRF token ``prove`` has checked."""
        question = self._read(self._connection, visit)
        if "sign_out" in visit.form:
            return self._sign_in.leave(visit)
        member = self._sign_in.member(visit)
        if member is None:
            return self._sign_in.enter(visit, proof, question.name, leads_to=question.return_origin)
        if "approve" in visit.form:
            return self._allow(question, member.id)
        if "deny" in visit.form:
            return self._deny(question)
        return pages.consent(visit, question, member)

    def _allow(self, question: Question, id_member: str) -> VisitAnswer:
        if question.request:
            verifier = secrets.token_hex(16)
            requests.allow(self._connection, question, id_member, verifier)
            if not question.return_url:
                return pages.show_verifier(question, verifier)
            return VisitAnswer(
                location=requests.callback_url(question, oauth_verifier=verifier),
                leads_to=question.return_origin,
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
        return _report_decision(question, token) or pages.show_token(question, token)

    def _deny(self, question: Question) -> VisitAnswer:
        if question.request:
            requests.forget(self._connection, question.request)
            if question.return_url:
                return VisitAnswer(
                    location=requests.callback_url(question, error=DENIED), leads_to=question.return_origin
                )
            return pages.denied(question)
        return _report_decision(question, "", error=DENIED) or pages.denied(question)


def _report_decision(question: Question, token: str, **error: str) -> VisitAnswer | None:
    """Return the answer that reports the decision to the application; None if the member must pass it on."""
    if question.by_message:
        return pages.hand_over(question, token or error["error"])
    if question.return_url:
        answer = error or {"token": token}
        return VisitAnswer(location=question.returned(**answer), leads_to=question.return_origin)
    return None
