"""Mailboxes of a role, which several people read."""

import pytest

from tui.model.enrich.mailboxes import is_role


@pytest.mark.parametrize(
    "address", ["info@a.nz", "Sales@a.nz", "sales.nz2@a.nz", "no-reply@a.nz", "accounts.payable@a.nz"]
)
def test_a_mailbox_of_a_role(address: str) -> None:
    assert is_role(address)


@pytest.mark.parametrize(
    "address", ["ana@a.nz", "kia.smith@a.nz", "ana.sales@a.nz", "infosmith@a.nz", "@a.nz", ""]
)
def test_a_mailbox_of_a_person(address: str) -> None:
    assert not is_role(address)
