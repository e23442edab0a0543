"""Adapter: the description of an enrichment service, as ``docs/adapters.md`` explains it."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.dataclasses import dataclass

from tui.adapters.answer import AnswerShape, AnswerTest, ErrorTest
from tui.adapters.call import CallKind, Count, Price, PriceRange, ServiceCall
from tui.adapters.fields import CompanyFields, Paths, PersonFields, PricedField
from tui.adapters.paths import PathText
from tui.model.enrich.spending import Prices

AuthStyle = Literal["none", "bearer", "header", "basic", "query", "oauth2", "jwt", "login"]
"""How a service gets its key: ``oauth2``, ``jwt`` and ``login`` exchange it for a token first."""

EXCHANGED = frozenset({"oauth2", "jwt", "login"})
"""The styles that exchange the key for a token."""


@dataclass(frozen=True, config={"extra": "forbid"})
class ServiceKey:
    """What the user must have to ask the service.

    Attributes:
        parts: The service's words for it, such as ``GUID``; several where it has parts, kept with ``:`` between.
        pattern: A regular expression that the whole key matches, where the service's documentation says so; else "".
        looks: An example of such a key, which is nobody's.
    """

    parts: Paths = ("API key",)
    source: str = ""
    pattern: str = ""
    looks: str = ""

    def __post_init__(self) -> None:
        """Check the pattern, and that the example matches it.

        Raises:
            ValueError: The pattern is invalid, or the example does not match.
        """
        try:
            matches = re.fullmatch(self.pattern, self.looks)
        except re.error as error:
            raise ValueError(f"pattern cannot be read: {error}; write a regular expression") from error
        if matches is None:
            raise ValueError("looks does not match pattern; write an example of a key, which is nobody's")

    def may_be(self, key: str) -> bool:
        """Return whether ``key`` has the shape of a key of the service."""
        return not self.pattern or re.fullmatch(self.pattern, key) is not None


_ADDRESS = re.compile(r"https://[^/\s]+(/\S*)?|http://(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(/\S*)?")


def _checked_address(url: str) -> str:
    if url and _ADDRESS.fullmatch(url) is None:
        raise ValueError(
            f'{url!r} is no address that a key may be sent to; write url = "https://api.example.com/v1"'
        )
    return url


Address = Annotated[str, AfterValidator(_checked_address)]
"""An address that a key may be sent to: encrypted, or on this machine."""


@dataclass(frozen=True, config={"extra": "forbid"})
class ServiceAuth:
    """How the key is sent.

    Attributes:
        name: The header or the query parameter, with ``header`` and ``query``.
        prefix: What stands before the key, with ``header``.
        url: The address that gives the token, with ``oauth2``, ``jwt`` and ``login``.
        scope: The scope to ask for, with ``oauth2``.
        user: The field of the user's name in the JSON that is sent, with ``login``.
        seconds: The path to the number of seconds for which it is valid.
        lasts: That number, where the answer does not say.
    """

    style: AuthStyle = "bearer"
    name: str = ""
    prefix: Annotated[str, Field(pattern=r"^[!-~][ -~]{0,39}$|^$")] = ""
    url: Address = ""
    scope: str = ""
    user: str = "username"
    password: str = "password"  # noqa: S105 - the name of a field
    token: PathText = "access_token"  # noqa: S105 - where a token is, and none itself
    seconds: PathText = "expires_in"
    lasts: Count = 3600

    def __post_init__(self) -> None:
        """Check that the token's address is given if one is needed.

        Raises:
            ValueError: It is missing; or the prefix would not be sent.
        """
        if self.prefix and self.style != "header":
            raise ValueError('has a prefix, which only style = "header" sends')
        if self.style in EXCHANGED and not self.url:
            raise ValueError(
                f'needs the address that gives the token with {self.style}; write url = "https://…"'
            )


@dataclass(frozen=True, config={"extra": "forbid"})
class RateLimits:
    """Requests that the service accepts; 0 for no limit."""

    second: Count = 0
    minute: Count = 0


@dataclass(frozen=True, config={"extra": "forbid"})
class PriceList:
    """Credits for a person, a company and each 25 hits of a search.

    Attributes:
        owned: Whether a record that was paid for is given again for nothing.
        fields: Credits on top for each field that a person's record has, such as ``phones``.
    """

    person: PriceRange = (1, 1)
    company: PriceRange = (1, 1)
    search: PriceRange = (0, 0)
    owned: bool = False
    fields: dict[PricedField, Count] = Field(default_factory=dict)


def _as_list(value: object) -> object:
    return [value] if isinstance(value, dict) else value


@dataclass(frozen=True, config={"extra": "forbid"})
class Adapter:
    """An enrichment service: its calls, what its answers mean, and how its records are read.

    Attributes:
        name: The file's name without its ending.
        title: The service's name, for the user.
        url: Its address; "" if each installation has another.
        call: Its calls; the first that can be made is asked, and after a miss the next.
        miss: Tests of which one passes where nobody was found.
        error: Tests for errors, made before those for misses.
        person: How a person's fields are read; empty if the usual names are looked for.
        check: Identifiers that the service knows, asked for when it is tried out; empty for nobody, who costs nothing.
    """

    name: str
    title: str
    call: Annotated[tuple[ServiceCall, ...], BeforeValidator(_as_list), Field(min_length=1)]
    about: str = ""
    url: Address = ""
    docs: str = ""
    key: ServiceKey = Field(default_factory=ServiceKey)
    auth: ServiceAuth = Field(default_factory=ServiceAuth)
    limits: RateLimits = Field(default_factory=RateLimits)
    prices: PriceList = Field(default_factory=PriceList)
    answer: AnswerShape = Field(default_factory=AnswerShape)
    miss: tuple[AnswerTest, ...] = ()
    error: tuple[ErrorTest, ...] = ()
    person: PersonFields = Field(default_factory=dict)
    company: CompanyFields = Field(default_factory=dict)
    check: dict[str, str] = Field(default_factory=dict)

    def calls(self, kind: CallKind) -> tuple[ServiceCall, ...]:
        """Return the calls of a kind, in the order of the file."""
        return tuple(one for one in self.call if one.kind == kind)

    def ways(self, kind: CallKind) -> tuple[frozenset[str], ...]:
        """Return the ways to ask for a kind of thing: each the identifiers that are needed together."""
        return tuple(dict.fromkeys(way for one in self.calls(kind) for way in one.ways))

    def call_at(self, path: str) -> ServiceCall | None:
        """Return the call at ``path``, or None."""
        return next((one for one in self.call if one.is_at(path)), None)

    @property
    def searches_by_id(self) -> bool:
        """Whether a people search takes a company's id of this service instead of its name or domain."""
        names = frozenset[str]().union(*self.ways("search people"))
        return "company_id" in names and "company" not in names

    def list_prices(self, given: Mapping[str, Price | None]) -> Prices:
        """Return the prices of each kind of request; ``given`` are those that the user set."""
        low, high = self._bounds("person", self.prices.person)
        person = low, high + sum(self.prices.fields.values())
        company = self._bounds("company", self.prices.company)
        return Prices(
            person=given.get("person") or person,
            company=given.get("company") or company,
            search=given.get("search") or self.prices.search,
        )

    def _bounds(self, kind: CallKind, usual: Price) -> Price:
        prices = [usual if one.price is None else one.price for one in self.calls(kind)] or [usual]
        return min(low for low, _ in prices), max(high for _, high in prices)
