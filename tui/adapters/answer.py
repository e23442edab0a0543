"""Interpretation of a service's answers: which are misses, which are errors, and where each has its data."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic.dataclasses import dataclass

from tui.adapters.paths import PathText, find

ErrorKind = Literal[
    "wrong key",
    "forbidden",
    "out of credits",
    "rate limit",
    "opted out",
    "wrong address",
    "refused",
    "failed",
]
"""The kinds of errors that a file can distinguish."""


def _as_list(status: Any) -> Any:
    return [status] if isinstance(status, int) else status


def _as_texts(value: Any) -> Any:
    """Return a code, which may be a number or several codes, as texts."""
    given = value if isinstance(value, list | tuple) else [value]
    return [str(one) if isinstance(one, int) else one for one in given]


Texts = Annotated[tuple[str, ...], BeforeValidator(_as_texts)]
"""Texts or numbers that a value is compared with: one, or a list."""

Statuses = Annotated[
    tuple[Annotated[int, Field(strict=True, ge=100, le=599)], ...], BeforeValidator(_as_list)
]


@dataclass(frozen=True, config={"extra": "forbid"})
class AnswerTest:
    """A test of an answer, which passes if all that it says is so.

    Attributes:
        equals: The value is this text, or one of these, upper or lower case.
        other_than: There is a value, and it is none of these texts, upper or lower case.
        contains: The value has this text in it, upper or lower case.
        empty: The value is missing or empty, or is not.
        usual: The answer says in one of the usual ways that nobody was found (docs/reference/enrichment.md, 2.1).
    """

    status: Statuses = ()
    field: PathText | None = None
    equals: Texts | None = None
    other_than: Texts | None = None
    contains: str | None = None
    empty: bool | None = None
    usual: bool = False

    def __post_init__(self) -> None:
        """Check that there is something to test.

        Raises:
            ValueError: The test is empty, or tests a field without naming it.
        """
        asks = [self.equals, self.other_than, self.contains, self.empty]
        if self.field is None and any(one is not None for one in asks):
            raise ValueError('says not which field it tests; write field = "error.type"')
        if self.field is not None and all(one is None for one in asks):
            raise ValueError(
                "says not what its field must be; write equals, other_than, contains or empty = true"
            )
        if not self.status and self.field is None and not self.usual:
            raise ValueError("tests nothing; write status = 404, or a field")

    def passes(self, status: int, body: Any) -> bool:
        """Return whether an answer passes, apart from ``usual``."""
        if self.status and status not in self.status:
            return False
        return self.field is None or self._is_so(find(body, self.field))

    def _is_so(self, value: Any) -> bool:
        nothing = value in (None, "", [], {})
        if self.empty is not None and nothing is not self.empty:
            return False
        text = "" if value is None else str(value).casefold()
        if self.equals is not None and text not in map(str.casefold, self.equals):
            return False
        if self.other_than is not None and (nothing or text in map(str.casefold, self.other_than)):
            return False
        return self.contains is None or self.contains.casefold() in text


@dataclass(frozen=True, config={"extra": "forbid"})
class ErrorTest(AnswerTest):
    """A test that tells an error."""

    means: ErrorKind = "refused"


@dataclass(frozen=True, config={"extra": "forbid"})
class AnswerShape:
    """The form of all answers.

    Attributes:
        format: ``json``; ``jsonp``, a call of a function around it; or ``xml``, read as objects and lists.
        message: The path to the text of an error; the usual places unless given.
        charged: The path to the credits charged; the usual places unless given.
        left: The path to the credits left; the usual places unless given.
        likelihood: The path to the probability of the match, where that is beside the record.
    """

    format: Literal["json", "jsonp", "xml"] = "json"
    message: PathText = ""
    charged: PathText = ""
    left: PathText = ""
    likelihood: PathText = ""
