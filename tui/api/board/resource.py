"""Base class and helpers of the board resources: tolerant parsing, and encoding of parameters."""

from __future__ import annotations

import copy
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import ValidationError

from tui.api.body import TooLarge
from tui.api.message import Method, Request, Response, path
from tui.errors import Ambiguous, Garbled, NotFound
from tui.model.action import Action
from tui.model.card import Card
from tui.model.values.record import Value, to_camel
from tui.model.values.scalars import OBJECT_ID, format_instant, is_local

if TYPE_CHECKING:
    from tui.api.transport import Transport

T = TypeVar("T")
V = TypeVar("V", bound=Value)

MOST = 1000
"""The service's maximum page size for anything (docs/reference/board.md, 2.6)."""

COPYING = 120.0
"""Time limit in seconds for copying a list or a board, of which each card takes the service some milliseconds."""

ENDLESS = 2_000_000
"""Items of one list, page by page, after which a service is taken to go on without end."""

SUSPICIOUS = 50
"""A page this long may have been cut by an undocumented default or cap, so one more is requested."""

SPELLED = frozenset(
    {
        "labels_limit",
        "cards_limit",
        "boards_limit",
        "card_list",
        "card_board",
        "card_fields",
        "board_fields",
        "read_filter",
        "prefs_background",
        "prefs/background",
        "callbackURL",
    }
)
"""Parameters that the service itself spells like this; all others are sent in camel case."""

_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
_REPAIRS = 5


class Page(list[T], Generic[T]):
    """A list of the readable items of a response.

    Attributes:
        oldest: The smallest id of all items sent, the next page's ``before``; None for an empty page.
    """

    def __init__(
        self, items: Iterable[T] = (), *, sent: int = 0, skipped: int = 0, oldest: str | None = None
    ) -> None:
        super().__init__(items)
        self.sent, self.skipped, self.oldest = sent, skipped, oldest

    @property
    def may_go_on(self) -> bool:
        """Whether there may be a next page."""
        return self.oldest is not None and self.sent >= SUSPICIOUS


async def every_page(
    ask: Callable[[int, str | None], Awaitable[Page[T]]], limit: int
) -> AsyncIterator[Page[T]]:
    """Yield all pages; a page too large to be read is requested again in smaller ones.

    Args:
        ask: Requests one page, given its size limit and the id before which its items were created.
        limit: Size limit of the first page.

    Raises:
        Garbled: A single item is too large, or the pages do not come to an end.
    """
    before: str | None = None
    sent = 0
    while True:
        try:
            page = await ask(limit, before)
        except TooLarge:
            if limit == 1:
                raise
            limit = max(limit // 4, 1)
            continue
        yield page
        if page.oldest is None or page.oldest == before or page.sent < min(SUSPICIOUS, limit):
            return
        sent += page.sent
        if sent > ENDLESS or (before is not None and page.oldest > before):
            raise Garbled(f"The service goes on to send pages, {sent:,} items so far.", service="board")
        before = page.oldest


class Resource:
    """The base of the board service's resources."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def _get(self, *segments: str, **params: Any) -> Any:
        return (await self._ask("GET", *segments, params=params)).json

    async def _put(self, *segments: str, **form: Any) -> Any:
        return (await self._ask("PUT", *segments, form=form)).json

    async def _delete(self, *segments: str) -> Any:
        return (await self._ask("DELETE", *segments)).json

    async def _gone(self, *segments: str) -> None:
        """Delete something; succeed if it is gone already."""
        try:
            await self._delete(*segments)
        except NotFound:
            return

    async def _create(
        self, model: type[V], *segments: str, key: str, seconds: float | None = None, **form: Any
    ) -> V:
        """Create something by POST, within ``seconds`` if given, and return it as parsed from the response.

        Raises:
            Ambiguous: Also if it was created but the response cannot be read.
        """
        response = await self._ask("POST", *segments, form=form, idempotency_key=key, seconds=seconds)
        return read_made(model, response)

    async def _ask(
        self,
        method: Method,
        *segments: str,
        params: Mapping[str, Any] | None = None,
        form: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Response:
        request = Request(
            method,
            path("1", *segments),
            params=wire(params or {}),
            form=None if form is None else wire(form),
            **more,
        )
        return await self._transport.send(request)


class WithCards(Resource):
    """The base of resources with cards: boards and lists."""

    _noun: ClassVar[str]

    async def cards(
        self,
        ident: str,
        *,
        limit: int = MOST,
        before: str | None = None,
        filter: str = "open",
    ) -> Page[Card]:
        """Return one page of its cards with attachments, pages from the newest to the oldest.

        Args:
            ident: The board or the list.
            limit: Maximum number of cards.
            before: Only cards created before this one: the ``oldest`` of the last page.
            filter: ``open`` (not archived, even in an archived list), ``visible``, ``closed`` or ``all``.
        """
        params = given(limit=limit, before=before)
        data = await self._get(
            self._noun, ident, "cards", filter=filter, fields="all", attachments=True, **params
        )
        return read_many(Card, data)

    def every_card(
        self,
        ident: str,
        *,
        limit: int = MOST,
        filter: str = "open",
    ) -> AsyncIterator[Page[Card]]:
        """Yield all of its cards, page by page."""
        return every_page(
            lambda most, before: self.cards(ident, limit=most, before=before, filter=filter), limit
        )


class WithActions(Resource):
    """The base of resources with a history: boards and cards."""

    _noun: ClassVar[str]

    async def actions(
        self,
        ident: str,
        *,
        since: str | datetime | None = None,
        before: str | None = None,
        limit: int = MOST,
        filter: str = "all",
    ) -> Page[Action]:
        """Return one page of its actions, newest first.

        Args:
            ident: The board or the card.
            since: Only actions after this action, or this moment.
            before: Only actions before this one.
            limit: Maximum number of actions; the service's default would be 50.
            filter: Types of actions joined by commas, such as ``commentCard,createCard``.
        """
        params = given(limit=limit, since=since, before=before, filter=filter)
        return read_many(Action, await self._get(self._noun, ident, "actions", **params))


def wire(values: Mapping[str, Any]) -> dict[str, str]:
    """Encode parameters for the service: camel-case names, one string each (docs/reference/board.md, 0).

    None becomes ``null``, which clears a field; ids are joined by commas.
    """
    return {name if name in SPELLED else to_camel(name): _text(value) for name, value in values.items()}


def given(**values: Any) -> dict[str, Any]:
    """Return ``values`` without None: the parameters that the caller set."""
    return {name: value for name, value in values.items() if value is not None}


def read_made(model: type[V], response: Response) -> V:
    """Parse the response to a creating request.

    Raises:
        Ambiguous: The response cannot be read.
    """
    try:
        return read_one(model, response.json)
    except Garbled as error:
        raise Ambiguous(
            f"It was sent, but the answer cannot be read: {error}", service="board", status=response.status
        ) from error


def read_one(model: type[V], data: Any, asked: str | None = None) -> V:
    """Parse one value, ignoring invalid optional fields.

    Args:
        model: The expected class.
        data: The response.
        asked: The requested id; a value with another id is refused.

    Raises:
        Garbled: The data is no such value, lacks a required field, or has another id.
    """
    noun = model.__name__.lower()
    if not isinstance(data, dict):
        raise Garbled(f"The answer is no {noun}.", service="board")
    try:
        value = _repaired(model, data)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors()[0]["loc"])
        raise Garbled(
            f"The answer is no {noun}: {where or 'all of it'} is wrong.", service="board"
        ) from error
    # What is read without an id has none, whatever the answer says of it; a membership may lack it.
    ident = getattr(value, "id", None)
    if isinstance(ident, str) and "id" in data:
        _check_id(noun, ident, asked)
    return value


def is_id(ident: object) -> bool:
    """Return whether this can be an id of the service; local ids cannot."""
    return isinstance(ident, str) and _ID.fullmatch(ident) is not None and not is_local(ident)


def _check_id(noun: str, ident: str, asked: str | None) -> None:
    if not is_id(ident):
        raise Garbled(f"The answer is no {noun}: its id is none.", service="board")
    if asked is not None and OBJECT_ID.fullmatch(asked) and OBJECT_ID.fullmatch(ident) and ident != asked:
        raise Garbled(f"The answer is another {noun} than the one asked for.", service="board")


def read_many(model: type[V], data: Any) -> Page[V]:
    """Parse a list of values; unreadable items are counted and left out.

    Raises:
        Garbled: The data is no list.
    """
    if not isinstance(data, list):
        raise Garbled(f"The answer is no list of {model.__name__.lower()}s.", service="board")
    items = []
    for item in data:
        try:
            items.append(read_one(model, item))
        except Garbled:
            continue
    return Page(items, sent=len(data), skipped=len(data) - len(items), oldest=smallest_id(data))


def smallest_id(data: Iterable[Any]) -> str | None:
    """Return the smallest id of the things in a response; None if none has one."""
    ids = (item["id"] for item in data if isinstance(item, dict) and isinstance(item.get("id"), str))
    return min(ids, default=None)


def _text(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case datetime():
            return format_instant(value)
        case list() | tuple() | set() | frozenset():
            return ",".join(_text(item) for item in value)
        case _:
            return str(value)


def _repaired(model: type[V], data: Mapping[str, Any]) -> V:
    """Parse ``data``, dropping invalid fields until only required ones can be invalid."""
    for _ in range(_REPAIRS):
        try:
            return model.parse(data)
        except ValidationError as error:
            problems = error.errors(include_url=False, include_context=False)
            if any(len(p["loc"]) < (2 if p["type"] == "missing" else 1) for p in problems):
                raise
            data = copy.deepcopy(dict(data))
            # Later list items come first, so that the indices of earlier ones stay valid.
            for place in sorted(
                {_place(p) for p in problems},
                key=lambda place: [str(x).zfill(9) for x in place],
                reverse=True,
            ):
                _mend(data, place)
    return model.parse(data)


def _place(problem: Mapping[str, Any]) -> tuple[int | str, ...]:
    loc: tuple[int | str, ...] = tuple(problem["loc"])
    return loc[:-1] if problem["type"] == "missing" else loc


def _mend(data: Any, place: tuple[int | str, ...]) -> None:
    """Convert a number to text where text is expected; drop any other invalid value."""
    *way, last = place
    try:
        for step in way:
            data = data[step]
        wrong = data[last]
        if _is_number(wrong) and isinstance(last, str) and not last.startswith("id"):
            data[last] = str(wrong)
        else:
            del data[last]
    except (KeyError, IndexError, TypeError):
        return


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
