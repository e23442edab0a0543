"""What stands around and between the names of a card."""

from tests.recognise.pages import mention, page
from tui.recognise.page import MOST_NAMES
from tui.recognise.pairs.pair import pair


def test_what_stands_between_names_is_a_signature() -> None:
    read = page("Ana Reid, CFO at Kea Freight")
    assert pair(*read.names).between == ",T@"


def test_lines_between_names_are_signs_as_well() -> None:
    read = page("x\n\nAna Reid -\nthe CFO\n(Kea Freight)")
    assert pair(*read.names).between == "-n.Tn("


def test_a_name_between_has_a_sign_of_its_own() -> None:
    read = page("Ana Reid saw Hemi Parata at Kea Freight Pty Ltd")
    assert "P" in pair(read.names[0], read.names[-1]).between


def test_a_label_says_the_role_of_a_name() -> None:
    assert mention(page("Company: Kea Freight"), "Kea Freight").role == "firm"


def test_names_are_of_their_passage() -> None:
    read = page("Ana Reid\n\n- Kea Freight\n- Hemi Parata")
    assert [one.passage for one in read.names] == [0, 1, 1]
    assert [one.row.item for one in read.names] == [False, True, True]


def test_identifiers_are_known_on_their_line_and_below() -> None:
    ana = mention(page("x\n\nAna Reid 0491 570 006\nKea\nABN 51824753556"), "Ana Reid")
    assert ana.kinds == {"phone"}
    assert ana.page.is_above_identifier(ana.line)
    assert not ana.page.is_above_identifier(ana.line + 2)


def test_a_mailing_list_is_read_in_part() -> None:
    assert len(page("Ana Reid, " * 500).names) <= MOST_NAMES


def test_the_initials_of_a_likely_firm_mean_the_firm() -> None:
    read = page("Kea Freight Pty Ltd x us\n\nKF: Ana Reid\nFK: Hemi Parata")
    assert [mention(read, name).firm_name for name in ("KF", "FK")] == ["Kea Freight Pty Ltd", "FK"]
