"""Made-up companies."""

import collections


def test_a_firm_has_one_pattern_of_addresses(records) -> None:
    firms, staff = records
    domains = {row["n"]: row["domain"] for row in firms}
    dotted = collections.defaultdict(set)
    for row in staff[22:]:
        if row["email"]:
            mailbox, _, domain = row["email"].partition("@")
            assert domain == domains[row["company_n"]]
            dotted[domain].add("." in mailbox)
    assert all(len(shapes) == 1 for shapes in dotted.values())
