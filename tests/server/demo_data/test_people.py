"""Made-up people."""


def test_people_are_in_the_order_of_quality(records) -> None:
    _, staff = records
    ranks = [(not row["email"], not row["mobile"], row["seniority"]) for row in staff[22:]]
    assert ranks == sorted(ranks)
