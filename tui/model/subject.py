"""Subjects: the people and companies named on a card, and their identifiers."""

from typing import Literal

from tui.model.values.record import Value

Kind = Literal[
    "email", "network_url", "network_slug", "domain", "website", "abn", "acn", "nzbn", "crn", "phone"
]  # fmt: skip
"""Kinds of identifiers, in the order in which the recogniser prints them."""

STRENGTH: tuple[Kind, ...] = (
    "email",
    "network_slug",
    "network_url",
    "abn",
    "domain",
    "website",
    "nzbn",
    "crn",
    "acn",
    "phone",
)
"""Kinds of identifiers, from the one that finds a subject most reliably to the least reliable."""


class Identifier(Value):
    """An identifier in normal form, and its place on the card.

    Attributes:
        value: Normal form: e-mail and domain lower case, ABN digits only, phone E.164, URL canonical.
        field: ``title``, ``desc``, ``checklist``, ``comment`` or ``attachment``.
        start: Offset of its first character in that field.
        end: Offset after its last character.
    """

    kind: Kind
    value: str
    field: str = "title"
    start: int = 0
    end: int = 0


class Subject(Value):
    """A person or a company worth looking up.

    Attributes:
        type: ``person`` or ``company``.
        name: The person's name, or the company's own; None if only identifiers are known.
        company: A person's employer as written, or None.
        confidence: 0 to 1.
        field: The most significant field of the card that names it: ``title``, ``desc``, ``checklist``,
            ``attachment``, or ``comment`` if only comments name it.
    """

    type: Literal["person", "company"]
    name: str | None = None
    company: str | None = None
    confidence: float = 0.5
    identifiers: tuple[Identifier, ...] = ()
    field: str = "title"

    def value(self, kind: Kind) -> str | None:
        """Return the first identifier of ``kind``, or None."""
        return next((i.value for i in self.identifiers if i.kind == kind), None)

    def values(self, kind: Kind) -> list[str]:
        """Return every identifier of ``kind``, in the order of the card."""
        return [i.value for i in self.identifiers if i.kind == kind]

    @property
    def on_card(self) -> bool:
        """Whether the card itself names the subject, and not only a comment on it."""
        return self.field != "comment"

    @property
    def strongest(self) -> Identifier | None:
        """The identifier most likely to find exactly this subject."""
        return min(self.identifiers, key=lambda i: STRENGTH.index(i.kind), default=None)

    @property
    def key(self) -> str:
        """The key of stored findings about the subject: ``email:ana@…``, or the folded name and company."""
        if (best := self.strongest) is not None:
            return f"{best.kind}:{best.value}"
        return f"{self.type}:{(self.name or '').casefold()}|{(self.company or '').casefold()}"

    @property
    def text(self) -> str:
        """The subject in one line for the user: name and company, or the strongest identifier."""
        if self.name and self.company:
            return f"{self.name} at {self.company}"
        best = self.strongest
        return self.name or self.company or (best.value if best else "")
