"""Check digits of Australian and New Zealand business numbers.

python-stdnum computes the check digits of the ABN, the ACN and the NZBN, which is a Global Location Number.
It is imported where it is used, since the import takes longer than opening the server.
"""


def abn_of(last_nine: str) -> str:
    """Return the ABN that ends in nine given digits (a company's are its ACN)."""
    from stdnum.au import abn

    return abn.calc_check_digits(last_nine) + last_nine


def is_abn(digits: str) -> bool:
    """Return whether ``digits`` are a valid ABN of eleven digits.

    Stricter than the weighted sum alone, which also passes prefixes 00 to 10 that are never issued.
    """
    return _are_digits(digits, 11) and abn_of(digits[2:]) == digits


def acn_of(first_eight: str) -> str:
    """Return the ACN that begins with eight given digits."""
    from stdnum.au import acn

    return first_eight + acn.calc_check_digit(first_eight)


def is_acn(digits: str) -> bool:
    """Return whether ``digits`` are a valid ACN of nine digits."""
    return _are_digits(digits, 9) and acn_of(digits[:8]) == digits


def nzbn_of(first_twelve: str) -> str:
    """Return the NZBN that begins with twelve given digits."""
    from stdnum import ean

    return first_twelve + ean.calc_check_digit(first_twelve)


def is_nzbn(digits: str) -> bool:
    """Return whether ``digits`` are a valid NZBN of thirteen digits."""
    return _are_digits(digits, 13) and digits.startswith("94") and nzbn_of(digits[:12]) == digits


def _are_digits(text: str, count: int) -> bool:
    return len(text) == count and text.isascii() and text.isdecimal()
