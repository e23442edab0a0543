"""Alerts: the table that maps each error to the place where it is shown.

An error that needs no action is shown in the status bar, one that stops work in a box, others as a toast.
"""

from typing import Literal

from tui.errors import CardscoutError, Garbled, RateLimited, ServerFault, StoreError, Unreachable, UsageError
from tui.model.values.fields import Frozen
from tui.presentation.safe_text import safe_text

Surface = Literal["status", "toast", "box"]


class Alert(Frozen):
    """An error, ready to be shown.

    Attributes:
        hint: What the user can do; may be "".
    """

    surface: Surface
    what: str
    hint: str = ""


def alert_for(error: BaseException) -> Alert:
    """Return how ``error`` is shown.

    For errors that are not ours only the class is shown, because their text may contain anything. The log has
    the rest.
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
