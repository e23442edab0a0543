"""What stands between two names of a card."""

from tui.recognise.lines import lines
from tui.recognise.page import MOST_NAMES, CardLines, read_page


def page(*texts: str) -> CardLines:
    return read_page([lines(text) for text in texts], [])


def test_what_stands_between_names_is_a_signature() -> None:
    read = page("Ana Reid, CFO at Kea Freight")
    assert read.between(*read.names) == ",T@"


def test_lines_between_names_are_signs_as_well() -> None:
    read = page("x\n\nAna Reid -\nthe CFO\n(Kea Freight)")
    assert read.between(*read.names) == "-n.Tn("


def test_a_label_says_the_role_of_a_name() -> None:
    read = page("Company: Kea Freight")
    assert [read.role(one) for one in read.names] == ["firm"]


def test_names_are_of_their_passage() -> None:
    read = page("Ana Reid", "- Kea Freight\n- Hemi Parata")
    assert [read.passage(one) for one in read.names] == [0, 1, 1]
    assert read.is_listed(read.names[1], read.names[2])


def test_a_sentence_parts_names() -> None:
    read = page("Met Ana Reid. Kea Freight pays")
    assert read.is_parted(*read.names)


def test_a_mailing_list_is_read_in_part() -> None:
    assert len(page("Ana Reid, " * 500).names) <= MOST_NAMES
