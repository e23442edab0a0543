"""The HTML pages, rendered from templates with automatic escaping."""

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
    """Render the sign-in page; ``app`` is the application that asks, empty on a page of the member's own."""
    html = draw("sign_in", visit, cookie, app=app, wrong=wrong, username=visit.form.get("username", ""))
    # The policy's form-action covers redirects too, and the last one may lead to the application.
    return VisitAnswer(html, status, cookie=cookie, leads_to=leads_to)


def consent(visit: Visit, question: Question, member: Any) -> VisitAnswer:
    """Render the page that asks the member for permission."""
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
    """Render the page that shows the token, to be copied."""
    return VisitAnswer(_TEMPLATES.get_template("token.html").render(question=question, token=token))


def show_verifier(question: Question, verifier: str) -> VisitAnswer:
    """Render the page that shows the OAuth 1.0a verifier, to be typed into the application."""
    return VisitAnswer(_TEMPLATES.get_template("verifier.html").render(question=question, verifier=verifier))


def hand_over(question: Question, told: str) -> VisitAnswer:
    """Render a page that posts the decision to the window that opened it, and closes."""
    return VisitAnswer(_TEMPLATES.get_template("message.html").render(question=question, told=told))


def denied(question: Question) -> VisitAnswer:
    """Render the page that confirms the denial."""
    return VisitAnswer(_TEMPLATES.get_template("denied.html").render(question=question))


def refused(status: int, why: str) -> VisitAnswer:
    """Render an error page with the reason ``why``."""
    return VisitAnswer(_TEMPLATES.get_template("refused.html").render(why=why), status)


def draw(template: str, visit: Visit, cookie: str, **values: Any) -> str:
    """Render a page with forms, which carry the CSRF token of the browser with ``cookie``."""
    token = form_token(cookie)
    return _TEMPLATES.get_template(f"{template}.html").render(
        address=visit.address, form_token=token, **values
    )
