"""Mailboxes that belong to a role and not to a person: ``info@``, ``sales@``."""

import re

_WORDS = """
accounts accountspayable accountsreceivable admin all ap appointments ar ask billing booking bookings brokers careers
catering ceo claims clinic comms communications compliance connect contact council customer customercare
customerservice director dispatch education email enquire enquiries enquiry estimating events everyone facilities
feedback finance front frontdesk functions gday general hello help helpdesk hi hostmaster hr info inquiries inquiry
invoice invoices jobs kia kiaora leasing legal loans mail maintenance management marketing media members membership
news newsletter noreply office operations ops ora order orders partners partnerships parts payable payroll people
planning post postmaster practice press privacy procurement product projects property purchasing quote quotes
receivable reception records recruitment renewals rentals research returns sales security service services shop spares
staff store studio support sustainability talent team tech technical tenders training venue warehouse web webmaster
workshop
"""

ROLES = frozenset(_WORDS.split())
"""The words that such mailboxes are named by."""


_REGION = 2
"""Maximum letters of a region beside such a word: ``sales.nz``."""


def is_role(address: str) -> bool:
    """Return whether an e-mail address belongs to a role: ``info@``, ``sales.nz2@``, ``no-reply@``."""
    mailbox = re.sub(r"\d", "", address.partition("@")[0].casefold())
    first, *more = re.split(r"[._+-]", mailbox)
    if re.sub(r"\W|_", "", mailbox) in ROLES:
        return True
    return first in ROLES and all(word in ROLES or len(word) <= _REGION for word in more)
