"""Names after an ``@`` in comments: one's own, and those that nobody has."""

import pytest

from tui.model.filter.facts import NamedThing
from tui.presentation.mentions import unknown_names, untold_words, with_usernames

ME, ADA = NamedThing(id="a", name="me"), NamedThing(id="a", name="Ada Baker", other="ada")
BO = NamedThing(id="b", name="Bob", other="me")


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
    assert with_usernames("@me: tell @Bo and x@me.co, @Me", people) == sent


def test_a_first_name_that_only_one_has_stands_for_the_username() -> None:
    mere = NamedThing(id="m", name="Mère Tamihana", other="meretamihana")
    sams = [NamedThing(id=name, name=f"Sam {name}", other=f"sam{name}") for name in "xy"]
    people = [ME, ADA, mere, *sams]
    assert with_usernames("@Mere @ada @sam @card @samx", people) == "@meretamihana @ada @sam @card @samx"
    assert (
        untold_words("@meretamihana @Sarah @card", people)
        == "@Sarah is not told: nobody on this board has that username"
    )
    assert untold_words("@Sarah @sam", people).startswith("@Sarah, @sam are not told: ")
    assert untold_words("@ada", people) == ""


def test_names_that_nobody_has_are_told_where_anybody_is_known() -> None:
    assert unknown_names("@ada @bo @card @bo", [ME, ADA]) == ["@bo"]
    assert unknown_names("@bo", []) == []
