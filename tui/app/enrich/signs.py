"""Signs: how far the lookup of somebody is, as a sign, a word and a token. Never a colour alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """How a state is drawn wherever it is shown.

    Attributes:
        mark: One cell.
        word: For a reader.
        token: The theme's colour.
    """

    mark: str
    word: str
    token: str


ASKABLE = Sign("○", "not looked up yet", "$ink-quiet")
WORKING = Sign("⟳", "looking it up", "$soon")
FOUND = Sign("●", "found", "$found")
MISSED = Sign("–", "no match", "$ink-quiet")
TROUBLE = Sign("!", "failed", "$late")
UNSURE = Sign("?", "several fit", "$soon")
BARRED = Sign("⊘", "opted out", "$late")
