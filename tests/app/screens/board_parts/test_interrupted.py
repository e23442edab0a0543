"""The texts that were not entered when the program ended: which are named, and how."""

import pytest

from tests.app.fakes import fake
from tui.app.screens.board_parts.interrupted import interrupted_words


def words(drafts, told=None):
    """What is said of these drafts, on a board with one card and one list; ``told`` gets those that were told."""

    def card(ident):
        return fake(name="Ring Ana", desc="by Friday") if ident == "c1" else None

    return interrupted_words(
        fake(
            drafts=fake(interrupted=lambda: drafts, told=(told if told is not None else set()).update),
            cards=fake(get=card, face=card),
            boards=fake(
                get_list=lambda ident: fake(name="To do") if ident == "l1" else None,
                get=lambda ident: fake(name="Sales") if ident == "b1" else None,
            ),
        )
    )


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("comment:c1", "Half a sentence", "a comment on “Ring Ana”: Half a sentence"),
        ("recomment:c1", "Better", "a change of a comment on “Ring Ana”: Better"),
        ("item:c1", "Ask who", "an item of a checklist on “Ring Ana”: Ask who"),
        ("new-card:l1", "Ring\nBo", "a new card in “To do”: Ring Bo"),
        ("early-card:b1", "Ring Bo", "a new card on “Sales”: Ring Bo"),
        ("early-card:gone", "x", "a new card on a board that is gone, now among the conflicts: x"),
        ("title:gone", "x", "the title of a card that is gone, now among the conflicts: x"),
        ("new-card:gone", "x", "a new card in a list that is gone, now among the conflicts: x"),
        ("merge:3", "Half\none", "one text of both, among the conflicts: Half one"),
        ("odd:c1", "y" * 99, f"odd “Ring Ana”: {'y' * 39}…"),
        ("desc:c1", "\x1b[2Jnew", "the description of “Ring Ana”: ␛[2Jnew"),
    ],
)
def test_a_text_is_named_by_what_it_is_for_with_its_beginning(key, text, said):
    assert words({key: text}) == [said]


def test_of_many_a_few_are_named_first_those_of_what_is_gone():
    drafts, told = {"comment:c1": "y", "people": "z"} | {f"comment:x{at}": "x" for at in range(6)}, set()
    assert words(drafts, told)[3:] == [
        "a comment on a card that is gone, now among the conflicts: x",
        "and 3 more",
    ]
    assert told == drafts.keys()
    [one] = words({"comment:gone": "y" * 99})
    assert one.endswith(f"conflicts: {'y' * 39}…")


@pytest.mark.parametrize("key", ["title:c1", "people", "people:firm.example"])
def test_what_the_card_has_already_and_a_form_are_not_named(key):
    assert words({key: "Ring Ana", "desc:c1": "by Friday"}) == []
