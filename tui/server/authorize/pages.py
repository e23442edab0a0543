"""The HTML pages, rendered from templates with automatic escaping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from tui.server.access.hosts import origin_seen
from tui.server.access.sessions import form_token, form_token_matches
from tui.server.authorize import words
from tui.server.pipeline.body import read_whole
from tui.server.pipeline.params import Refused, clean

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
    """Render the sign-in page; ``app`` is the requesting application, empty on a page of the member's own."""
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


COOKIE = "cardscout_session"
MAX_FORM = 64 * 1024
"""Maximum bytes of a form."""

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Visit:
    """A browser's request for a page.

    Attributes:
        address: Path and query, to which the page's forms are submitted.
        cookie: The session cookie; empty if the browser has none.
        secure: Whether the request came over TLS.
    """

    method: str
    path: str
    address: str
    query: Mapping[str, str]
    form: Mapping[str, str]
    cookie: str
    client: str
    secure: bool

    def check_form(self) -> None:
        """Check the form's CSRF token.

        Raises:
            Refused: 403, the form was not made by this server for this browser.
        """
        if not form_token_matches(self.cookie, self.form.get("form_token", "")):
            raise Refused(HTTPStatus.FORBIDDEN, "This form is from another visit. Open the page again.")


@dataclass(frozen=True, slots=True)
class VisitAnswer:
    """The response to a visit.

    Attributes:
        html: The page; empty for a redirect.
        cookie: A new value for the cookie; None leaves it unchanged.
        leads_to: An origin that a form of the page may lead to besides this server's own.
        headers: Headers besides the usual ones.
    """

    html: str = ""
    status: int = HTTPStatus.OK
    cookie: str | None = None
    location: str = ""
    leads_to: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


async def read_visit(request: Request, origin: str) -> Visit:
    """Parse a browser's request; ``origin`` is the base of the server's web addresses.

    Raises:
        Refused: 403, the form comes from another site or is no form; 413, it is too long.
    """
    form: Mapping[str, str] = {}
    seen = origin_seen(request, origin)
    if request.method == "POST":
        _check_origin(request, seen)
        form = _fields((await read_whole(request, MAX_FORM)).decode("utf-8", "replace"))
    query = request.scope["query_string"].decode("ascii", "replace")
    return Visit(
        request.method,
        request.url.path,
        f"{request.url.path}?{query}" if query else request.url.path,
        _fields(query),
        form,
        request.cookies.get(COOKIE, "")[:256],
        request.client.host if request.client else "-",
        seen.startswith("https:"),
    )


def _check_origin(request: Request, own: str) -> None:
    """Refuse forms of other sites, by headers that the browser sets and a page can not change."""
    headers = request.headers
    if headers.get("origin", own) != own:
        raise Refused(HTTPStatus.FORBIDDEN, "This form comes from another site.")
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise Refused(HTTPStatus.FORBIDDEN, "This form comes from another site.")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise Refused(HTTPStatus.FORBIDDEN, "This is no form.")


def _fields(text: str) -> dict[str, str]:
    """Parse the fields of a form or a query; the first of repeated fields is taken."""
    found: dict[str, str] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        found.setdefault(name, clean(value))
    return found


def _csp_source(origin: str) -> str:
    """Return ``origin`` as a CSP source; only the scheme for an IPv6 address, which CSP can not express."""
    return f"{origin.partition(':')[0]}:" if "[" in origin else origin


def respond(page: VisitAnswer, visit: Visit | None) -> Response:
    """Build the response, with headers that forbid framing and all scripts and content of other origins."""
    leads = f" {_csp_source(page.leads_to)}" if page.leads_to else ""
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; "
        f"form-action 'self'{leads}; frame-ancestors 'none'",
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        # Not "no-referrer": browsers would then hide the origin of this server's own forms.
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "clipboard-write=(self)",
        **page.headers,
    }
    if page.location:
        response = Response(status_code=HTTPStatus.SEE_OTHER, headers=headers | {"Location": page.location})
    else:
        response = Response(page.html, page.status, headers, "text/html; charset=utf-8")
    if page.cookie is not None:
        secure = visit is not None and visit.secure
        response.set_cookie(COOKIE, page.cookie, path="/1/", secure=secure, httponly=True, samesite="strict")
    return response
