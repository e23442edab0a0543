"""The account page, which shows what a member owns and handles its forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from tui.errors import UsageError
from tui.server.access.apps import create_key, find_app, revoke_key, revoke_token, tokens_of
from tui.server.account import holdings
from tui.server.authorize.pages import Visit, VisitAnswer, draw
from tui.server.authorize.question import shown_name
from tui.server.authorize.sign_in import PasswordCheck, SignIn
from tui.server.enrich.accounts import KeyGrant, add_key

if TYPE_CHECKING:
    from tui.server.access.counter import Counter

ADDRESS = "/1/account"

MOST_APPS = 50
"""Maximum number of applications a member may register."""

MOST_KEYS = 20
"""Maximum number of keys to a directory account."""

_DONE = {
    "token": "The token was ended. Whatever used it is signed out, and its webhooks are gone.",
    "app": "The application was ended, and every token it held.",
    "key": "The directory key was ended.",
    "gone": "That was ended already.",
}
"""Notices after a form, by parameter ``done`` of the redirect."""


@dataclass(frozen=True, slots=True)
class _NewCredentials:
    """New credentials, which the page shows once."""

    title: str
    lines: Mapping[str, str]
    note: str


class AccountPage:
    """The account page, within one transaction.

    Args:
        connection: The connection, in a writing transaction for a POST.
        now: The server's time.
    """

    def __init__(self, connection: Connection, counter: Counter, now: datetime) -> None:
        self._connection = connection
        self._now = now
        self._sign_in = SignIn(connection, counter, now)

    def look(self, visit: Visit) -> VisitAnswer:
        """Return the account page, or the sign-in page if nobody is signed in."""
        member = self._sign_in.member(visit)
        if member is None:
            return self._sign_in.ask(visit)
        return self._render(visit, member, notice=_DONE.get(visit.query.get("done", ""), ""))

    def prove(self, visit: Visit) -> PasswordCheck:
        """Check the password in a form, before the writing transaction begins.

        Raises:
            Refused: 403, the form was not made for this browser.
        """
        return self._sign_in.prove(visit)

    def act(self, visit: Visit, proof: PasswordCheck) -> VisitAnswer:
        """Handle a submitted form whose CSRF token ``prove`` has checked."""
        if "sign_out" in visit.form:
            return self._sign_in.leave(visit)
        member = self._sign_in.member(visit)
        if member is None:
            return self._sign_in.enter(visit, proof)
        forms: dict[str, Callable[[Visit, Any], VisitAnswer]] = {
            "end_token": self._end_token,
            "end_app": self._end_app,
            "end_key": self._end_key,
            "register": self._register,
            "make_key": self._make_key,
        }
        answer = forms.get(visit.form.get("do", ""))
        return _redirect("") if answer is None else answer(visit, member)

    def _end_token(self, visit: Visit, member: Any) -> VisitAnswer:
        mine = {row.id for row in tokens_of(self._connection, member.id)}
        ident = visit.form.get("id", "")
        ended = ident in mine and revoke_token(self._connection, ident)
        return _redirect("token" if ended else "gone")

    def _end_app(self, visit: Visit, member: Any) -> VisitAnswer:
        key = visit.form.get("id", "")
        app = find_app(self._connection, key)
        ended = app is not None and app.id_member == member.id and revoke_key(self._connection, key)
        return _redirect("app" if ended else "gone")

    def _end_key(self, visit: Visit, member: Any) -> VisitAnswer:
        account = holdings.directory_account(self._connection, member.id)
        ident = visit.form.get("id", "")
        ended = account is not None and holdings.end_directory_key(self._connection, account.id, ident)
        return _redirect("key" if ended else "gone")

    def _register(self, visit: Visit, member: Any) -> VisitAnswer:
        name = shown_name(visit.form.get("name", ""))
        registered = holdings.apps_registered(self._connection, member.id)
        if not name:
            return self._refused(
                visit, member, "An application needs a name: members see it when it asks them."
            )
        if any(app.name == name for app in registered):
            return self._refused(visit, member, f"You have registered an application called {name} already.")
        if len(registered) >= MOST_APPS:
            return self._refused(
                visit, member, f"You have registered {MOST_APPS} applications. End one first."
            )
        try:
            made = create_key(
                self._connection,
                name,
                self._now,
                origins=visit.form.get("origins", "").replace(",", " ").split(),
                id_member=member.id,
            )
        except UsageError as error:
            return self._refused(visit, member, f"{error}.")
        credentials = _NewCredentials(
            f"{name} is registered",
            {"Key": made.key, "Secret": made.secret},
            "The key is public. The secret signs its requests and its webhooks: keep it to yourself.",
        )
        return self._render(visit, member, made=credentials)

    def _make_key(self, visit: Visit, member: Any) -> VisitAnswer:
        account = holdings.directory_account(self._connection, member.id)
        if account is None:
            return _redirect("gone")
        if len(account.keys) >= MOST_KEYS:
            return self._refused(visit, member, f"There are {MOST_KEYS} keys to this account. End one first.")
        label = shown_name(visit.form.get("label", ""))
        key = add_key(self._connection, account.id, KeyGrant(label=label), self._now)
        credentials = _NewCredentials(
            "Here is your directory key",
            {"Key": key},
            "It is not shown again. Whoever has it spends your credits.",
        )
        return self._render(visit, member, made=credentials)

    def _refused(self, visit: Visit, member: Any, wrong: str) -> VisitAnswer:
        """Return the page with an error message and the form as it was filled in."""
        return self._render(visit, member, wrong=wrong, status=HTTPStatus.BAD_REQUEST)

    def _render(
        self,
        visit: Visit,
        member: Any,
        *,
        notice: str = "",
        wrong: str = "",
        made: _NewCredentials | None = None,
        status: int = HTTPStatus.OK,
    ) -> VisitAnswer:
        html = draw(
            "account",
            visit,
            visit.cookie,
            page=ADDRESS,
            member=member,
            tokens=holdings.tokens_held(self._connection, member.id),
            apps=holdings.apps_registered(self._connection, member.id),
            directory=holdings.directory_account(self._connection, member.id),
            notice=notice,
            wrong=wrong,
            made=made,
            typed=visit.form if wrong else {},
        )
        return VisitAnswer(html, status)


def _redirect(done: str) -> VisitAnswer:
    """Redirect to the page by a GET, so that reloading it repeats no form."""
    return VisitAnswer(location=f"{ADDRESS}?done={done}" if done else ADDRESS)
