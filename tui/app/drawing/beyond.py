"""The words for what is above and below the visible part of a list or a text."""


def beyond_words(above: int, below: int) -> str:
    """Format the number of hidden rows as ``↑ 2  ↓ 5 more``; "" if none is hidden."""
    return "  ".join(filter(None, (f"↑ {above}" if above else "", f"↓ {below} more" if below else "")))
