"""What an import has to tell: what it could not take, and what it had to mend."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Note:
    """One thing of the file that is not in the board as it stood.

    Attributes:
        place: Where in the file: ``cards[17].due``.
        reason: One clause.
    """

    place: str
    reason: str


@dataclass(slots=True)
class ImportNotes:
    """The notes of one import, in the order of the file.

    Attributes:
        skips: Things left out.
        repairs: Things kept, though not as they stood.
    """

    skips: list[Note] = field(default_factory=list)
    repairs: list[Note] = field(default_factory=list)

    def skipped(self, place: str, reason: str) -> None:
        """What stood at ``place`` is left out."""
        self.skips.append(Note(place, reason))

    def repaired(self, place: str, reason: str) -> None:
        """What stood at ``place`` is kept in another form."""
        self.repairs.append(Note(place, reason))
