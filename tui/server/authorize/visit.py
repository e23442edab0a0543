"""One visit of a browser: what it sent, checked, and what is sent back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from tui.server.access.hosts import origin_seen
from tui.server.access.sessions import form_token_matches
from tui.server.pipeline.body import read_whole
from tui.server.pipeline.params import clean
from tui.server.pipeline.refusal import Refused

COOKIE = "cardscout_session"
MAX_FORM = 64 * 1024
"""Bytes of a form."""

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Visit:
    """A request for a page.

    Attributes:
        method: GET or POST.
        path: Of the page.
        address: Path and query, where its forms are sent.
        query: Parameters of the address.
        form: Fields of the form that was sent.
        cookie: Empty when the browser has none.
        client: Where it comes from.
        secure: Whether it came over TLS.
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
        """Refuse a form that was not made by our page for this browser.

        Raises:
            Refused: 403.
        """
        if not form_token_matches(self.cookie, self.form.get("form_token", "")):
            raise Refused(HTTPStatus.FORBIDDEN, "This form is from another visit. Open the page again.")


@dataclass(frozen=True, slots=True)
class VisitAnswer:
    """What a visit is answered with.

    Attributes:
        html: The page; empty when the browser is sent elsewhere.
        status: Of HTTP.
        cookie: A new value for the cookie; None leaves it.
        location: Where the browser is sent.
        leads_to: Origin that a form of the page may lead to besides this server's own.
        headers: What goes with it besides the usual.
    """

    html: str = ""
    status: int = HTTPStatus.OK
    cookie: str | None = None
    location: str = ""
    leads_to: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


async def read_visit(request: Request, origin: str) -> Visit:
    """What a browser sent; ``origin`` is where the server's web addresses begin.

    Raises:
        Refused: 403, the form comes from another site or is none; 413, it is too long.
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
    """Refuse what a page of another site sent: the browser says where it comes from, and can not be made to lie."""
    headers = request.headers
    if headers.get("origin", own) != own:
        raise Refused(HTTPStatus.FORBIDDEN, "This form comes from another site.")
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise Refused(HTTPStatus.FORBIDDEN, "This form comes from another site.")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise Refused(HTTPStatus.FORBIDDEN, "This is no form.")


def _fields(text: str) -> dict[str, str]:
    """The fields of a form or a query; of a repeated one the first is taken, on every page alike."""
    found: dict[str, str] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        found.setdefault(name, clean(value))
    return found


def _in_policy(origin: str) -> str:
    """``origin`` as a policy can name it: there is no way to write an address of IPv6, so its scheme must do."""
    return f"{origin.partition(':')[0]}:" if "[" in origin else origin


def respond(page: VisitAnswer, visit: Visit | None) -> Response:
    """``page`` for the browser, locked against frames, scripts and everything that is not ours."""
    leads = f" {_in_policy(page.leads_to)}" if page.leads_to else ""
    headers = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; "
        f"form-action 'self'{leads}; frame-ancestors 'none'",
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        # Not "no-referrer": browsers would then hide the origin of our own forms from us.
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
