"""Business numbers of Australia and New Zealand: what makes one valid.

python-stdnum knows the check digits of the ABN, of the ACN and of the NZBN, which is a Global Location Number. It is
imported where it is used: what it imports takes longer than opening the server.
"""


def abn_of(last_nine: str) -> str:
    """The ABN whose last nine digits are these (a company's are its ACN)."""
    from stdnum.au import abn

    return abn.calc_check_digits(last_nine) + last_nine


def is_abn(digits: str) -> bool:
    """Whether eleven digits are an ABN that can exist.

    Stricter than the weighted sum alone, which also passes prefixes 00 to 10 that are never issued.
    """
    return _are_digits(digits, 11) and abn_of(digits[2:]) == digits


def acn_of(first_eight: str) -> str:
    """The ACN that begins with these eight digits."""
    from stdnum.au import acn

    return first_eight + acn.calc_check_digit(first_eight)


def is_acn(digits: str) -> bool:
    """Whether nine digits are an ACN."""
    return _are_digits(digits, 9) and acn_of(digits[:8]) == digits


def nzbn_of(first_twelve: str) -> str:
    """The NZBN that begins with these twelve digits."""
    from stdnum import ean

    return first_twelve + ean.calc_check_digit(first_twelve)


def is_nzbn(digits: str) -> bool:
    """Whether thirteen digits are an NZBN."""
    return _are_digits(digits, 13) and digits.startswith("94") and nzbn_of(digits[:12]) == digits


def _are_digits(text: str, count: int) -> bool:
    return len(text) == count and text.isascii() and text.isdecimal()
