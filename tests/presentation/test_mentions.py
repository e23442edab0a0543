"""Names after an ``@`` in comments: one's own, and those that nobody has."""

import pytest

from tui.model.filter.facts import NamedThing
from tui.presentation.mentions import unknown_names, with_own_name

ME, ADA = NamedThing(id="a", name="me"), NamedThing(id="a", name="Ada Baker", other="ada")
BO = NamedThing(id="b", name="Bo", other="me")


@pytest.mark.parametrize(
    ("people", "sent"),
    [
        ([ME, ADA], "@ada: tell @Bo and x@me.co, @ada"),
        ([ADA], "@me: tell @Bo and x@me.co, @Me"),
        ([ME], "@me: tell @Bo and x@me.co, @Me"),
        ([ME, ADA, BO], "@me: tell @Bo and x@me.co, @Me"),
    ],
    ids=["known", "no me", "not on the board", "somebody is called me"],
)
def test_the_own_name_stands_for_me(people: list[NamedThing], sent: str) -> None:
    assert with_own_name("@me: tell @Bo and x@me.co, @Me", people) == sent


def test_names_that_nobody_has_are_told_where_anybody_is_known() -> None:
    assert unknown_names("@ada @bo @card @bo", [ME, ADA]) == ["@bo"]
    assert unknown_names("@bo", []) == []
