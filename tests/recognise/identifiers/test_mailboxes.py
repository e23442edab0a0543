"""Mailboxes: a firm's, or whose name they spell."""

import pytest

from tui.recognise.identifiers.mailboxes import is_first, is_role, spells


@pytest.mark.parametrize("mailbox", ["accounts", "sales.nz", "sydney", "info2", "admin_office"])
def test_a_mailbox_of_a_firm(mailbox: str) -> None:
    assert is_role(mailbox)


@pytest.mark.parametrize("mailbox", ["ana", "ana.accounts", "ana.reid", "no-reply"])
def test_a_mailbox_with_another_word_is_not_a_firms(mailbox: str) -> None:
    assert not is_role(mailbox)


@pytest.mark.parametrize(
    ("mailbox", "name", "first"),
    [
        ("fran", "Francesca Reid", True), ("ana", "Ana Reid", True), ("an", "Ana Reid", False), ("anab", "Ana Reid", False), ("a", "A. Reid", True),
        ("reid", "Ana Reid", False),
    ],
)  # fmt: skip
def test_a_first_name_or_the_beginning_of_it(mailbox: str, name: str, *, first: bool) -> None:
    assert is_first(mailbox, name) is first


@pytest.mark.parametrize(
    ("mailbox", "name"),
    [
        ("ana.reid", "Ana Reid"), ("areid", "Ana Reid"), ("anar", "Ana Reid"), ("reid.ana", "Ana Reid"), ("reid", "Ana Reid"), ("ana.reid+x", "Ana Reid"),
        ("ana.reid2", "Ana Reid"), ("franreid", "Francesca Reid"), ("anarei", "Ana Reid"), ("ana.maria.reid", "Ana Maria Reid"),
        ("amreid", "Ana Maria Reid"), ("anamaria", "Ana Maria Reid"), ("tuatahi", "Ana Tua-Tahi"), ("hemi.tamati", "Hēmi Tāmati"),
        # The family name is first.
        ("h.nguyen", "Nguyễn Thị Hương"),
        ("xm.wang", "Wáng Xiǎomíng"),
    ],
)  # fmt: skip
def test_a_mailbox_that_spells_a_name(mailbox: str, name: str) -> None:
    assert spells(mailbox, name)


@pytest.mark.parametrize(
    ("mailbox", "name"),
    [
        ("ana", "Ana Reid"),
        ("ar", "Ana Reid"),
        ("hemi", "Ana Reid"),
        ("ana", "Ana"),
        ("sales", "Sales Team"),
        ("", "Ana Reid"),
        ("ana.reid", ""),
        ("s.james", "James Smith"),
    ],
)
def test_a_mailbox_that_does_not(mailbox: str, name: str) -> None:
    assert not spells(mailbox, name)
