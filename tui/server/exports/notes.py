"""The notes of an import: parts of the file that were skipped or repaired."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Note:
    """A part of the file that is not in the board, or not in its original form.

    Attributes:
        place: The place in the file, such as ``cards[17].due``.
        reason: The reason, as one clause.
    """

    place: str
    reason: str


@dataclass(slots=True)
class ImportNotes:
    """The notes of one import, in the order of the file.

    Attributes:
        skips: Parts left out.
        repairs: Parts kept in another form.
    """

    skips: list[Note] = field(default_factory=list)
    repairs: list[Note] = field(default_factory=list)

    def skipped(self, place: str, reason: str) -> None:
        """Note that the part at ``place`` is left out."""
        self.skips.append(Note(place, reason))

    def repaired(self, place: str, reason: str) -> None:
        """Note that the part at ``place`` is kept in another form."""
        self.repairs.append(Note(place, reason))
