"""What stands between a person and a firm, and how much it binds them."""

import pytest

from tui.recognise.link_patterns import LOOSE, link_points


@pytest.mark.parametrize(
    ("stronger", "weaker"), [(",..T@", ","), ("@", "-"), ("(", "w"), (",To", "-"), ("n", "xxx")]
)
def test_at_binds_more_than_a_mark(stronger: str, weaker: str) -> None:
    assert link_points(stronger, person_first=True) > link_points(weaker, person_first=True) > 0


def test_a_firm_somebody_has_left_stands_in_nobodys_way() -> None:
    assert link_points("(~R)@", person_first=True) == link_points("@", person_first=True)


def test_another_name_between_binds_nothing() -> None:
    assert link_points(",R,x", person_first=True) == 0
    assert link_points("xRx", person_first=False) == 0


def test_a_firm_in_brackets_belongs_to_who_is_before_it() -> None:
    assert link_points(")x", person_first=False) == 0


def test_words_between_bind_loosely() -> None:
    assert link_points("xxx", person_first=True) == LOOSE.weight
