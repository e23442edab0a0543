"""What is said of cards that go to another board: what that one does not have."""

from tests.app.fakes import fake
from tui.model.label import Label
from tui.model.member import Member
from tui.presentation.left_behind import left_behind, members_left_out

LABELS = {
    "here": [
        Label(id="1", name="hot", color="red"),
        Label(id="2", color="sky"),
        Label(id="3", name="unused"),
    ],
    "there": [Label(id="9", name="hot", color="red")],
}
MEMBERS = {
    "here": [Member(id="ana", username="ana"), Member(id="bo", full_name="Bo Ray")],
    "there": [Member(id="ana")],
}
BOARDS = fake(labels=LABELS.__getitem__, members=MEMBERS.__getitem__)


def lost(*used):
    return left_behind(BOARDS, used, "here", "there")


def test_labels_of_another_name_or_colour_and_people_who_are_not_there_are_named():
    told = lost("1", "2", "ana", "bo")
    assert told == " · without #sky, @Bo Ray, which that board does not have"


def test_a_card_that_takes_all_along_is_not_spoken_of():
    assert lost("1", "ana") == lost() == ""


def test_the_members_whom_a_copy_does_not_have_are_named_up_to_three():
    people = [Member(id=str(n), username=f"m{n}") for n in range(5)]
    boards = fake(members={"two": people[:2], "five": people, "one": people[:1]}.__getitem__)
    assert members_left_out(boards, "two", "one") == " · without @m1, who is not on it"
    told = members_left_out(boards, "five", "one")
    assert told == " · without @m1, @m2, @m3 and 1 more, who are not on it"
    assert members_left_out(boards, "one", "two") == ""
