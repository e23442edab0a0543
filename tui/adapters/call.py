"""The calls of a service: what each asks by, and its request."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.dataclasses import dataclass

from tui.adapters.answer import AnswerTest
from tui.adapters.paths import PathText

CallKind = Literal["person", "company", "search people", "search companies", "credits"]
"""The kinds of calls."""

IDENTIFIERS = (
    "email", "phone", "network_url", "network_slug", "domain", "website", "abn", "acn", "nzbn", "crn", "name",
    "company",
)  # fmt: skip
"""Identifiers by which a person or a company can be requested; ``company`` is a person's employer."""

CRITERIA = (
    "name", "company", "company_id", "position", "seniority", "department", "location", "size_band", "country",
)  # fmt: skip
"""Criteria by which people or companies can be searched."""

_MADE = (
    "work_email",
    "personal_email",
    "profile_url",
    "first_name",
    "last_name",
    "host",
    "offset",
    "limit",
    "page",
    "taken",
)
_KNOWN = frozenset((*IDENTIFIERS, *CRITERIA, *_MADE))
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|(\w+))?\}")

Price = tuple[int, int]
"""The lowest and highest price, in credits."""


def _as_ends(price: Any) -> Any:
    """Expand a single price to a pair: ``1`` to ``(1, 1)``."""
    return (price, price) if isinstance(price, int) else price


def _in_order(price: Price | None) -> Price | None:
    if price is not None and price[0] > price[1]:
        raise ValueError(f"cannot be {list(price)!r}; write credits, the lower first: 1, or [1, 2]")
    return price


Count = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
"""A number of credits, or of requests."""

PriceRange = Annotated[tuple[Count, Count], BeforeValidator(_as_ends), AfterValidator(_in_order)]
"""A price in a file: one number, or two."""


def _checked_template(text: str) -> str:
    for found in _PLACEHOLDER.finditer(text):
        if found[1] not in _KNOWN:
            raise ValueError(f"{found[0]} is no placeholder; there are {', '.join(sorted(_KNOWN))}")
        if found[2] not in {None, "id", "number"}:
            name = found[1]
            raise ValueError(
                f"{found[0]}: there is no {found[2]!r}; write {{{name}}}, {{{name}|id}} or {{{name}|number}}"
            )
    return text


Template = Annotated[str, AfterValidator(_checked_template)]
"""A text with placeholders, such as ``/entities/{nzbn}``."""


def _checked_body(body: Any) -> Any:
    for text in _texts(body):
        _checked_template(text)
    return body


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _checked_way(way: str) -> str:
    names = [name.strip() for name in way.split("+")]
    known = {*IDENTIFIERS, *CRITERIA}
    if wrong := [name for name in names if name not in known]:
        raise ValueError(f"{wrong[0]!r} is nothing to ask by; there are {', '.join(sorted(known))}")
    return " + ".join(names)


def _as_ways(by: Any) -> Any:
    return [by] if isinstance(by, str) else by


Way = Annotated[str, AfterValidator(_checked_way)]
"""A way to ask: one identifier, or several that are needed together, such as ``name + company``."""


@dataclass(frozen=True, kw_only=True, config={"extra": "forbid"})
class RequestForm:
    """The form of a request, and where its answer has the record.

    Attributes:
        path: The path under the service's address.
        query: Parameters of the query; one whose placeholder has no value is left out.
        body: The JSON body, treated in the same way.
        headers: Headers besides that of the key.
        miss: Tests of which one passes where this request found nobody, besides those of all calls.
    """

    path: Template
    method: Literal["GET", "POST"] = "GET"
    query: dict[str, Template] = Field(default_factory=dict)
    body: Annotated[Any, AfterValidator(_checked_body)] = None
    headers: dict[str, str] = Field(default_factory=dict)
    record: PathText = ""
    miss: tuple[AnswerTest, ...] = ()

    def __post_init__(self) -> None:
        """Check that the parts fit each other.

        Raises:
            ValueError: The path does not begin with a slash, or there is a body that is not sent.
        """
        if not self.path.startswith("/"):
            raise ValueError('path does not begin with a slash; write path = "/people"')
        if self.body is not None and self.method == "GET":
            raise ValueError('has a body, which GET does not send; write method = "POST"')

    def is_at(self, path: str) -> bool:
        """Return whether ``path`` is one of this request."""
        parts = _PLACEHOLDER.split(self.path)[::3]  # without placeholders (two groups)
        return re.fullmatch("[^/]+".join(map(re.escape, parts)), path) is not None


@dataclass(frozen=True, kw_only=True, config={"extra": "forbid"})
class SecondStep(RequestForm):
    """The request that gets the record of what a first one found.

    Attributes:
        take: The path, in the answer to the first, to what this one asks by as ``{taken}``.
    """

    take: PathText


@dataclass(frozen=True, kw_only=True, config={"extra": "forbid"})
class ServiceCall(RequestForm):
    """One call of a service.

    Attributes:
        by: The ways to ask; all identifiers that are known go along.
        then: The request that gets the record, where this one only finds it.
        hits: The path to the list of hits of a search.
        total: The path to the number of all hits.
        left: The path to the credits left, of a call for them.
        price: Credits that it takes when it finds something; None for the price of its kind.
        repeat: Whether it may be sent twice: ``always`` where that costs no more, ``key`` where the service knows
            a repeat by its Idempotency-Key, ``never`` elsewhere.
    """

    kind: CallKind
    by: Annotated[tuple[Way, ...], BeforeValidator(_as_ways)] = ()
    then: SecondStep | None = None
    hits: PathText = ""
    total: PathText = ""
    left: PathText = ""
    price: PriceRange | None = None
    repeat: Literal["always", "key", "never"] = "never"

    def __post_init__(self) -> None:
        """Check that the parts fit each other.

        Raises:
            ValueError: The call cannot be made.
        """
        super().__post_init__()
        if self.kind != "credits" and not self.by:
            raise ValueError('says not by what it asks; write by = ["email"]')

    def is_at(self, path: str) -> bool:
        """Return whether ``path`` is one of this call, or of its second step."""
        return super().is_at(path) or (self.then is not None and self.then.is_at(path))

    @property
    def ways(self) -> tuple[frozenset[str], ...]:
        """The ways to ask: each the identifiers that are needed together."""
        return tuple(frozenset(way.split(" + ")) for way in self.by)

    @property
    def names(self) -> frozenset[str]:
        """All identifiers or criteria that it asks by."""
        return frozenset[str]().union(*self.ways)

    def takes(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return those of ``given`` that it asks by; nothing if they are not enough."""
        complete = [way for way in self.ways if way <= given.keys()]
        return {name: given[name] for name in given if any(name in way for way in complete)}


def fill_json(template: Any, value_of: Callable[[str, str], str | None]) -> Any:
    """Fill the placeholders of all texts in a JSON value, as ``fill`` does; ``{limit|number}`` alone is a number."""
    if isinstance(template, str):
        text, only = _fill_text(template, value_of), _PLACEHOLDER.fullmatch(template)
        counts = only is not None and only[2] == "number" and text is not None and text.isdecimal()
        return int(text) if text is not None and counts else text
    return _fill_inside(template, value_of, fill_json)


def fill(template: Any, value_of: Callable[[str, str], str | None]) -> Any:
    """Fill the placeholders of a text, or of all texts in a JSON value.

    Args:
        template: The text or JSON value.
        value_of: Returns the value of a placeholder by its name and its filter ("" for none).

    Returns:
        The filled value; None for a text with a placeholder that has no value, which is left out of its object.
    """
    if isinstance(template, str):
        return _fill_text(template, value_of)
    return _fill_inside(template, value_of, fill)


def _fill_inside(
    template: Any, value_of: Callable[[str, str], str | None], fill_one: Callable[..., Any]
) -> Any:
    """Fill the parts of an object or a list, without those that have no value."""
    if isinstance(template, Mapping):
        filled = {name: fill_one(one, value_of) for name, one in template.items()}
        return {name: one for name, one in filled.items() if one is not None}
    if isinstance(template, list):
        return [one for one in (fill_one(each, value_of) for each in template) if one is not None]
    return template


def _fill_text(template: str, value_of: Callable[[str, str], str | None]) -> str | None:
    """Fill the placeholders of a text; None if one has no value."""
    values = [value_of(found[1], found[2] or "") for found in _PLACEHOLDER.finditer(template)]
    if None in values:
        return None
    left = iter(values)
    return _PLACEHOLDER.sub(lambda _: next(left) or "", template)
