"""Which surface an error is shown on: the one table of it.

What needs nobody stays in the status bar, what needs a glance is a toast, what stops the work is a box.
"""

from typing import Literal

from tui.errors import CardscoutError, Garbled, RateLimited, ServerFault, StoreError, Unreachable, UsageError
from tui.model.fields import Frozen
from tui.presentation.safe_text import safe_text

Surface = Literal["status", "toast", "box"]


class Alert(Frozen):
    """An error, ready to be shown.

    Attributes:
        surface: Where.
        what: One sentence.
        hint: What the user can do; may be empty.
    """

    surface: Surface
    what: str
    hint: str = ""


def alert(error: BaseException) -> Alert:
    """How ``error`` is shown.

    A foreign error shows its class only: its text may carry anything. The log has the rest.
    """
    match error:
        case Unreachable() | ServerFault():
            surface: Surface = "status"
            hint = error.hint or "what you do is kept, and sent later"
        case RateLimited():
            surface, hint = "status", f"goes on by itself in {error.retry_after:.0f} s"
        case Garbled() | StoreError():
            surface, hint = "box", error.hint
        case UsageError():
            surface, hint = "status", error.hint
        case CardscoutError():
            surface, hint = "toast", error.hint
        case _:
            return Alert(
                "box",
                f"Something went wrong inside Cardscout ({type(error).__name__})",
                "the log has the details",
            )
    return Alert(surface, safe_text(str(error)), safe_text(hint))
