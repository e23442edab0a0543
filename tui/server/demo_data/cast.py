"""The cast: the firms and people the sample boards talk about, who head the invented directory (cast.toml)."""

import tomllib
from pathlib import Path
from typing import NamedTuple


class CastFirm(NamedTuple):
    """A firm with a part: its key in card texts, and what is not left to chance."""

    key: str
    name: str
    trade: str
    city: str
    employees: int


class CastPerson(NamedTuple):
    """Somebody with a part. ``reach`` says what the directory knows: e(mail), m(obile), d(o not call)."""

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
