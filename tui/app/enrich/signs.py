"""Signs: the states of a lookup, each with a mark, a word and a colour, so that none depends on colour."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """The appearance of a state.

    Attributes:
        mark: A character of one cell.
        token: The name of the theme's colour.
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
