"""The cast: fictional firms and people on the sample boards, first in the demo directory (cast.toml)."""

import tomllib
from pathlib import Path
from typing import NamedTuple


class CastFirm(NamedTuple):
    """A firm of the cast: its key in card texts, and the properties that are not random."""

    key: str
    name: str
    trade: str
    city: str
    employees: int


class CastPerson(NamedTuple):
    """A person of the cast; ``reach`` lists their contact values: e(mail), m(obile), d(o not call)."""

    key: str
    firm: str
    first: str
    last: str
    title: str
    seniority: int
    department: int
    reach: str


_CAST = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

FIRMS = tuple(CastFirm(**firm) for firm in _CAST["firms"])
PEOPLE = tuple(CastPerson(**person) for person in _CAST["people"])
