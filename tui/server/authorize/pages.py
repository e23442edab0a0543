"""The pages, drawn from templates that escape whatever they are given."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from tui.server.access.sessions import form_token
from tui.server.authorize import words
from tui.server.authorize.visit import Visit, VisitAnswer

if TYPE_CHECKING:
    from tui.server.authorize.question import Question

_TEMPLATES = Environment(
    loader=PackageLoader("tui.server.authorize"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def sign_in(
    visit: Visit, cookie: str, app: str, *, leads_to: str = "", wrong: str = "", status: int = HTTPStatus.OK
) -> VisitAnswer:
    """Who are you? ``app`` is the application to be decided on, empty for a page of the member's own."""
    html = draw("sign_in", visit, cookie, app=app, wrong=wrong, username=visit.form.get("username", ""))
    # The browser is led on from page to page; the last one may send it to the application.
    return VisitAnswer(html, status, cookie=cookie, leads_to=leads_to)


def consent(visit: Visit, question: Question, member: Any) -> VisitAnswer:
    """Do you allow this?"""
    html = draw(
        "consent",
        visit,
        visit.cookie,
        question=question,
        member=member,
        grants=[words.GRANTS[scope] for scope in question.scopes],
        can_not=words.refused_grants(question),
        lasts=words.LASTS[question.expiration],
    )
    return VisitAnswer(html, leads_to=question.return_origin)


def show_token(question: Question, token: str) -> VisitAnswer:
    """The token, to be copied."""
    return VisitAnswer(_TEMPLATES.get_template("token.html").render(question=question, token=token))


def show_verifier(question: Question, verifier: str) -> VisitAnswer:
    """The code of OAuth 1.0a, to be typed into the application."""
    return VisitAnswer(_TEMPLATES.get_template("verifier.html").render(question=question, verifier=verifier))


def hand_over(question: Question, told: str) -> VisitAnswer:
    """A page that tells the window that opened it what was decided, and closes."""
    return VisitAnswer(_TEMPLATES.get_template("message.html").render(question=question, told=told))


def denied(question: Question) -> VisitAnswer:
    """The application was given nothing."""
    return VisitAnswer(_TEMPLATES.get_template("denied.html").render(question=question))


def refused(status: int, why: str) -> VisitAnswer:
    """The page can not do what its address asks."""
    return VisitAnswer(_TEMPLATES.get_template("refused.html").render(why=why), status)


def draw(template: str, visit: Visit, cookie: str, **values: Any) -> str:
    """A page with forms, which carry what shows that they were made for the browser that has ``cookie``."""
    token = form_token(cookie)
    return _TEMPLATES.get_template(f"{template}.html").render(
        address=visit.address, form_token=token, **values
    )
