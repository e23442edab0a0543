"""What a token may do, and until when."""

from datetime import UTC, datetime, timedelta

import pytest

from tui.model.account.grant import SOON, Caller, Grant
from tui.model.member import Member

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
BOTH = ("read", "write")


@pytest.mark.parametrize(
    ("scopes", "writes", "words"),
    [(("read",), False, "read only"), (BOTH, True, "read, write"), (("read", "account"), False, "read only")],
)
def test_a_grant_says_what_it_may(scopes: tuple[str, ...], words: str, *, writes: bool) -> None:
    grant = Grant(scopes)
    assert grant.writes is writes
    assert grant.words(NOW) == f"{words} · does not end by itself"


@pytest.mark.parametrize(
    ("ahead", "ends", "exact"),
    [
        (timedelta(days=30), "ends", False),
        (SOON + timedelta(minutes=1), "ends", False),
        (SOON, "ends", True),
        (timedelta(hours=1), "ends", True),
        (timedelta(0), "ended", True),
        (-SOON, "ended", True),
        (-SOON - timedelta(minutes=1), "ended", False),
    ],
)
def test_an_end_that_is_near_is_told_to_the_minute(ahead: timedelta, ends: str, *, exact: bool) -> None:
    expires = NOW + ahead
    local = expires.astimezone()
    day = f"{local.day} {local:%b %Y}" + (f" {local:%H:%M}" if exact else "")
    assert Grant(BOTH, expires).words(NOW) == f"read, write · {ends} {day}"


@pytest.mark.parametrize("grant", [Grant(), Grant(BOTH, NOW), Grant((), None)])
def test_a_grant_is_stored_and_read(grant: Grant) -> None:
    assert Grant.from_stored(grant.text()) == grant


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{",
        "[]",
        "7",
        '{"scopes": ["read"]}',
        '{"scopes": 7, "expires": null}',
        '{"scopes": [], "expires": "soon"}',
    ],
)
def test_a_text_that_is_no_grant_is_none(text: str | None) -> None:
    assert Grant.from_stored(text) is None


@pytest.mark.parametrize(
    ("full", "user", "name"),
    [
        ("Ana Reid", "ana", "Ana Reid (@ana)"),
        ("Ana Reid", "", "Ana Reid"),
        ("", "ana", "ana"),
        ("", "", "m" * 24),
    ],
)
def test_a_caller_is_called_by_what_is_known(full: str, user: str, name: str) -> None:
    assert Caller(Member(id="m" * 24, full_name=full, username=user), None).name == name
