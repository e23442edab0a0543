"""Made-up people."""

import collections


def test_people_are_in_the_order_of_quality(records) -> None:
    _, staff = records
    ranks = [(not row["email"], not row["mobile"], row["seniority"]) for row in staff[22:]]
    assert ranks == sorted(ranks)


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
