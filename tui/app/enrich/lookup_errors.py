"""Texts for failed lookups: what happened, whether credits were spent, and what to do."""

from tui.errors import (
    Ambiguous,
    CardscoutError,
    Forbidden,
    Garbled,
    NoKey,
    NotFound,
    OutOfCredits,
    RateLimited,
    ServerFault,
    SpendRefused,
    Unauthorized,
    Unreachable,
    Unsettled,
)
from tui.presentation.safe_text import safe_text

_WORDS: tuple[tuple[tuple[type[CardscoutError], ...], str], ...] = (
    ((NoKey,), ""),  # what it says itself is said
    (
        (OutOfCredits,),
        "Out of credits: none are left for this. Nothing was spent; enter asks again once there are more.",
    ),
    (
        (NotFound,),
        "The service has nothing at its address: cardscout providers check NAME tells what is wrong with it.",
    ),
    ((Ambiguous,), "The answer was lost on its way. Enter asks again, and what was paid is not paid twice."),
    ((ServerFault,), "The service has a fault of its own just now. Enter tries again."),
    ((Garbled,), "The service gave an answer that cannot be read. The log has the details."),
    (
        (Unauthorized, Forbidden),
        "The service does not accept our key: cardscout providers add (or accounts add) gives it another.",
    ),
)


_ASK_AGAIN = "It may have been charged. Ask again? Enter does, and may pay twice."


def error_words(trouble: CardscoutError) -> str:
    """Return what went wrong, in two or three short sentences."""
    if isinstance(trouble, RateLimited):
        return _pause_words(trouble)
    if isinstance(trouble, Unsettled):
        lost = trouble.lost if trouble.asked else _lost_words(f"on {trouble.at.astimezone():%d %b}")
        return f"{safe_text(lost)} {_ASK_AGAIN}"
    if isinstance(trouble, SpendRefused):
        return f"Cap reached. {_sentences(str(trouble), trouble.hint)}"
    if isinstance(trouble, Unreachable):
        return _sentences(
            f"Offline: {trouble}", "" if trouble.sent else "Nothing was spent", "Enter tries again"
        )
    known = next((words for kinds, words in _WORDS if isinstance(trouble, kinds)), "")
    if trouble.sent:
        known = known.replace("Nothing was spent", "An earlier try may have been charged")
    return known or _sentences(str(trouble), trouble.hint)


def _pause_words(trouble: RateLimited) -> str:
    if trouble.sent:
        return f"The service is still looking, and asks for a pause of {trouble.pause}. It may have been charged."
    return f"Rate limited: the service asks for a pause of {trouble.pause}. Nothing was spent."


def lost_request_words(when: str) -> str:
    """Return the text for a request that may have been charged, with the question whether to ask again."""
    return f"{_lost_words(when)} {_ASK_AGAIN}"


def _lost_words(when: str) -> str:
    return f"No usable answer came to what was asked {when}."


def _sentences(*parts: str) -> str:
    """Join ``parts`` as sentences, each with one full stop."""
    told = (safe_text(part).strip().rstrip(".") for part in parts)
    return " ".join(f"{part}{'' if part.endswith(('?', '!')) else '.'}" for part in told if part)
