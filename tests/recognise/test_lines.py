"""Lines of a passage, and what labels and headers say of the names on them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tui.recognise.chunk import Kind
from tui.recognise.lines import label_role, lines


def named(text: str) -> list[tuple[str, str]]:
    return [
        (line.roles.get(at, ""), part.text)
        for line in lines(text)
        for at, part in enumerate(line.parts)
        if part.kind == Kind.NAME
    ]


@pytest.mark.parametrize(
    ("label", "role"),
    [("Primary contact", "person"), ("Account name", "firm"), ("Account owner", "person"), ("Client", "either"), ("First name", "person"),
     ("Authorised contact", "person"), ("Legal entity", "firm"), ("Dock hours", ""), ("Tūī Ridge", ""), ("Rosella Ridge Winery", ""),
     ("Bold & Co", ""), ("Contact Energy", ""), ("Rapid Rail Co", ""), ("Ministry of Transport", ""), ("Name of Company", "firm")],
)  # fmt: skip
def test_a_label_says_who_or_what_follows(label: str, role: str) -> None:
    assert label_role(label) == role


@pytest.mark.parametrize(
    "text",
    ["Contact: Ana Reid\nCompany: Tūī Ridge", "Contact = Ana Reid; Company = Tūī Ridge", "[10:02] Contact: Ana Reid\nOrg: Tūī Ridge",
     "| Contact | Company |\n|---|---|\n| Ana Reid | Tūī Ridge |", "contact,company\nAna Reid,Tūī Ridge", 'contact,company\n"Reid, Ana",Tūī Ridge',
     "First name: Ana\nLast name: Reid\nCompany name: Tūī Ridge", "First name Ana\nLast name Reid\nCompany Tūī Ridge"],
)  # fmt: skip
def test_fields_and_tables_say_what_their_names_are(text: str) -> None:
    assert named(text) == [("person", "Ana Reid"), ("firm", "Tūī Ridge")]


def test_words_in_bold_type_introduce_what_follows() -> None:
    assert named("**Applicant** Ana Reid") == [("either", "Ana Reid")]
    assert named("**Hydraulics** Ana Reid, Kea") == [("", "Hydraulics"), ("", "Ana Reid"), ("", "Kea")]


def test_tabs_part_the_cells_of_a_row_without_a_header_and_no_label_from_its_value() -> None:
    assert named("Gold\tKea Freight\tAna Reid") == [("", "Gold"), ("", "Kea Freight"), ("", "Ana Reid")]
    assert named("Contact:\tAna Reid") == [("person", "Ana Reid")]


def test_a_carriage_return_in_a_row_is_a_blank() -> None:
    assert named("Contact\r,Kea\rRidge,x") == named("Contact ,Kea Ridge,x")


@pytest.mark.parametrize(
    "text", ["Kea Ridge > Ana Reid", 'Kea Ridge "Ana Reid" soon', "A. Kea Ridge\nB. Ana Reid", "(a) Kea Ridge\n(ii) Ana Reid"]
)  # fmt: skip
def test_arrows_quotes_and_letters_of_items_part_names(text: str) -> None:
    assert named(text) == [("", "Kea Ridge"), ("", "Ana Reid")]


@pytest.mark.parametrize("mark", "▸►›»")
def test_what_points_from_a_label_to_its_value_is_a_colon(mark: str) -> None:
    assert named(f"Company {mark} Kea Ridge") == [("firm", "Kea Ridge")]


def test_a_field_without_a_value_names_nobody() -> None:
    assert named("Contact: unassigned\nCompany: N/A") == []


def test_a_firm_before_a_colon_is_no_label() -> None:
    assert named("Xero: Ana Reid\nBold & Co: Mei Chow") == [
        ("", "Xero"), ("", "Ana Reid"), ("", "Bold & Co"), ("", "Mei Chow"),
    ]  # fmt: skip


def test_a_row_with_a_known_first_and_family_name_is_no_header() -> None:
    names = [("", "Ana Reid"), ("", "Hemi Parata")]
    for mark in "|\t":
        assert [
            one for one in named(f"Ana Reid{mark}Owner\nHemi Parata{mark}Director") if " " in one[1]
        ] == names


def test_items_of_a_list_are_known() -> None:
    assert [line.item for line in lines("Leads\n- Ana Reid\n2. Hemi Parata\n* Mei Chow")] == [
        False,
        True,
        True,
        True,
    ]


def test_a_first_and_a_family_name_in_two_columns_are_one_name() -> None:
    (row,) = lines("id,first,last,org\n881,Mei-Lin,Quah,Ironbark Hire")
    assert [part.text for part in row.parts if part.kind == Kind.NAME] == ["Mei-Lin Quah", "Ironbark Hire"]


@given(st.text())
@example("A=0")
def test_any_text_has_lines(text: str) -> None:
    assert all(line.parts or line.label for line in lines(text))
