"""The words beside a name, and those of its label, as features of a firm."""

from tests.recognise.pages import mention, page
from tui.recognise.looks.words_beside import words_beside


def test_the_words_next_to_a_name_are_told_apart_by_where_they_stand() -> None:
    found = words_beside(mention(page("sheds sold to Zyxa Vexly by noon"), "Zyxa Vexly"))
    assert found == ["to <n", "sold <<n", "by n>", "noon n>>"]


def test_the_words_of_a_label_are_told_where_it_gives_a_role() -> None:
    found = words_beside(mention(page("x\n\nSupplier name: Zyxa Vexly"), "Zyxa Vexly"))
    assert found == ["supplier n:", "name n:"]
    assert words_beside(mention(page("Zyxa Vexly"), "Zyxa Vexly")) == []
