"""Register numbers in groups of digits, as their registers print them."""

import re

_ABN = re.compile(r"(\d\d)(\d{3})(\d{3})(\d{3})")
_ACN = re.compile(r"(\d{3})(\d{3})(\d{3})")


def group_abn(abn: str) -> str:
    """Return an ABN as ``51 824 753 556``; any other text unchanged."""
    match = _ABN.fullmatch(abn)
    return " ".join(match.groups()) if match else abn


def group_acn(acn: str) -> str:
    """Return an ACN as ``824 753 556``; any other text unchanged."""
    match = _ACN.fullmatch(acn)
    return " ".join(match.groups()) if match else acn
