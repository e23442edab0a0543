"""Business numbers of Australia and New Zealand: what makes one valid.

Sources of the rules: the Australian Business Register's published check for the ABN, ASIC's for the ACN,
and GS1's check digit for the NZBN, which is a Global Location Number.
"""

_ABN_WEIGHTS = (3, 5, 7, 9, 11, 13, 15, 17, 19)


def abn_of(last_nine: str) -> str:
    """The ABN whose last nine digits are these (a company's are its ACN)."""
    total = sum(int(digit) * weight for digit, weight in zip(last_nine, _ABN_WEIGHTS, strict=True))
    return f"{99 - total % 89}{last_nine}"


def is_abn(digits: str) -> bool:
    """Whether eleven digits are an ABN that can exist.

    Stricter than the weighted sum alone, which also passes prefixes 00 to 10 that are never issued.
    """
    return _are_digits(digits, 11) and abn_of(digits[2:]) == digits


def acn_of(first_eight: str) -> str:
    """The ACN that begins with these eight digits."""
    total = sum(int(digit) * weight for digit, weight in zip(first_eight, range(8, 0, -1), strict=True))
    return f"{first_eight}{-total % 10}"


def is_acn(digits: str) -> bool:
    """Whether nine digits are an ACN."""
    return _are_digits(digits, 9) and acn_of(digits[:8]) == digits


def nzbn_of(first_twelve: str) -> str:
    """The NZBN that begins with these twelve digits."""
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(first_twelve))
    return f"{first_twelve}{-total % 10}"


def is_nzbn(digits: str) -> bool:
    """Whether thirteen digits are an NZBN."""
    return _are_digits(digits, 13) and digits.startswith("94") and nzbn_of(digits[:12]) == digits


def _are_digits(text: str, count: int) -> bool:
    return len(text) == count and text.isascii() and text.isdecimal()
