"""What the service made of an op."""

from dataclasses import dataclass, field

from tui.store.arrive import Arrived


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service made of an op.

    Attributes:
        bound: Local id to the service's id, for what was made.
        arrived: The values it answered with.
        look: Whether there is more to it than the answer says, so that the service is worth a look.
    """

    bound: dict[str, str] = field(default_factory=dict)
    arrived: Arrived = field(default_factory=Arrived)
    look: bool = False
