"""Each error has its surface."""

import pytest

from tui.app.alerts import alert_for
from tui.errors import (
    CredentialError,
    Garbled,
    NotFound,
    RateLimited,
    Rejected,
    ServerFault,
    StoreError,
    Unreachable,
    UsageError,
)


@pytest.mark.parametrize(
    ("error", "surface"),
    [
        (Unreachable("no answer"), "status"),
        (ServerFault("500"), "status"),
        (RateLimited("wait", retry_after=4), "status"),
        (UsageError("no such board"), "status"),
        (Rejected("name is too long"), "toast"),
        (NotFound("gone"), "toast"),
        (CredentialError("locked"), "toast"),
        (Garbled("not JSON"), "box"),
        (StoreError("disk full", hint="make room"), "box"),
        (ZeroDivisionError("secret"), "box"),
    ],
)
def test_the_table(error, surface):
    assert alert_for(error).surface == surface


def test_a_foreign_error_keeps_its_text_to_itself():
    assert "secret" not in alert_for(ZeroDivisionError("secret")).what


def test_what_a_service_said_is_made_safe():
    assert "\x1b" not in alert_for(Rejected("bad \x1b]0;x\x07")).what
