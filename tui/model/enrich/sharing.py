"""SharedBoard: a board that others see too, and whether private contact values may be put on it."""

from tui.model.values.fields import Frozen


class SharedBoard(Frozen):
    """A board with more than one member.

    Attributes:
        members: Number of members; 0 if unknown.
        answer: The user's decision; None if they were never asked.
        values: The private values that are to be put on it, as far as they are known.
    """

    id: str
    name: str
    members: int = 0
    answer: bool | None = None
    values: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """The question to the user."""
        who = f"{self.members} members see" if self.members else "others may see"
        more = f" and {len(self.values) - 1} more" if len(self.values) > 1 else ""
        what = f"{self.values[0]}{more}" if self.values else "private mobiles and e-mails"
        return f"Put {what} on “{self.name}”, which {who}?"
