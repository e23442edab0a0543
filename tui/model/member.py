"""Members: the people of a board."""

from tui.model.values.record import Value


class Member(Value):
    """A person with an account at the service.

    Attributes:
        initials: One to four letters; derived from the full name if the service does not send them.
    """

    id: str
    username: str = ""
    full_name: str = ""
    initials: str = ""

    @property
    def display_name(self) -> str:
        """The full name, or else the username; "" if the service sent neither."""
        return self.full_name or self.username

    @property
    def short(self) -> str:
        """The initials to draw on a card face, never empty."""
        if self.initials:
            return self.initials
        words = (self.display_name or "?").split()
        return "".join(word[0] for word in words[:2]).upper()


class Membership(Value):
    """A member's role on a board: ``admin``, ``normal`` or ``observer``."""

    id: str = ""
    id_member: str
    member_type: str = "normal"
    deactivated: bool = False
