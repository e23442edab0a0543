"""The second reading of a card: names found with the help of its identifiers."""

import gc

from tui.recognise.drafts import Notes
from tui.recognise.notes import MOST, read_identifiers
from tui.recognise.page import CardLines, Mention
from tui.recognise.reading import names_anybody, read_names, read_page_of
from tui.recognise.text import CardText


def read(title: str, desc: str = "") -> Notes:
    return read_names(read_identifiers(CardText(title, desc)))


def test_people_and_firms_are_found_where_they_stand() -> None:
    notes = read("Call Ana Reid", "x\npay Kea Freight Pty Ltd the bill from Tui Plumbing Ltd")
    ((place, _, found),) = [one for one in notes.named if one[2].name == "Ana Reid"]
    assert place == (0, 0)
    assert found.stands
    assert ((1, 2), "Kea Freight Pty Ltd") in notes.firms


def test_a_line_knows_the_kinds_of_its_identifiers() -> None:
    page = read_page_of(
        read_identifiers(CardText("x", "Ana Reid 0491 570 006\nKea Freight 1300 975 707\nana@kea.example"))
    )
    by_name = {one.text: one.kinds for one in page.names}
    assert by_name["Ana Reid"] == {"phone"}
    assert by_name["Kea Freight"] == {"shared"}, "a number of the firm, not of a person"


def test_profiles_of_both_kinds_are_one_kind() -> None:
    page = read_page_of(read_identifiers(CardText("x", "Ana Reid linkedin.com/in/ana-reid-12")))
    assert {kind for one in page.names for kind in one.kinds} == {"profile"}


def test_a_mailbox_and_a_domain_say_what_an_unknown_name_is() -> None:
    def people(desc: str) -> list[str]:
        return [one.name for _, _, one in read("ask Zyxa Vexly at the site", desc).named if one.name]

    assert people("") == []
    assert people("zyxa.vexly@kea.example") == ["Zyxa Vexly"]
    assert people("info@zyxavexly.example") == []
    assert [name for _, name in read("Zyxa Vexly", "info@zyxavexly.example").firms] == ["Zyxa Vexly"]


def test_a_name_of_little_confidence_is_kept_apart() -> None:
    notes = read("see Zyxa Vexly", "zyxa.vexly@kea.example")
    assert notes.named == []
    assert [one.name for one in notes.lone] == ["Zyxa Vexly"]


def test_runs_of_words_are_kept_for_cards_with_identifiers_only() -> None:
    assert read("Ring Ana Reid").runs == []
    assert read("Ring Ana Reid", "ana@kea.example").runs


def test_a_card_of_many_names_is_read_in_part() -> None:
    notes = read("x", "\n".join(f"- Ana Reid{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(3 * MOST)))
    assert 0 < len(notes.named) + len(notes.lone) <= MOST


def test_the_names_of_a_card_are_freed_at_once_and_not_by_the_garbage_collector() -> None:
    def kept() -> int:
        return sum(type(one) in {CardLines, Mention} for one in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = kept()
        card = CardText(
            "Ring Ana Reid", "- Hemi Parata\n- Mei Chow\n- Kea Freight Pty Ltd\nAna at Kea Freight"
        )
        read_names(read_identifiers(card))
        names_anybody(read_identifiers(card))
        assert kept() == before
    finally:
        gc.enable()
