"""Who belongs to which firm, by what stands between them."""

import pytest

from tests.recognise.pages import page
from tui.recognise.names import names, weigh


def people(card: str) -> set[tuple[str, str]]:
    return {(one.name, one.company) for one in names(page(card)) if one.name and one.stands}


ANA = ("Ana Reid", "Tūī Ridge Freight")


@pytest.mark.parametrize(
    "text",
    [
        "Ana Reid at Tūī Ridge Freight", "Ana Reid @ Tūī Ridge Freight", "Ana Reid, CEO, Tūī Ridge Freight",
        "Ana Reid - Tūī Ridge Freight", "Tūī Ridge Freight – Ana Reid (CEO)", "Tūī Ridge Freight: Ana Reid",
        "Ana Reid (Tūī Ridge Freight)", "Ana Reid (CEO, Tūī Ridge Freight)", "CEO at Tūī Ridge Freight is Ana Reid",
        "Tūī Ridge Freight's CEO Ana Reid", "Ana Reid, owner of Tūī Ridge Freight", "Ana Reid c/o Tūī Ridge Freight",
        "Ana Reid t/a Tūī Ridge Freight", "Ana Reid trading as Tūī Ridge Freight", "Reid, Ana (Tūī Ridge Freight)",
        "Tūī Ridge Freight attn Ana Reid",
        "x\n\nAna Reid\nOperations Manager\nTūī Ridge Freight", "x\n\nName: Ana Reid\nCompany: Tūī Ridge Freight",
        "Met Ana Reid. She's CFO at Tūī Ridge Freight", "Ana Reid (ex Kea Bank), now at Tūī Ridge Freight",
        "Ana Reid, Cellar Door Manager, Tūī Ridge Freight", "x\n\n| Name | Company |\n| Ana Reid | Tūī Ridge Freight |",
        "Ana Reid (she/her) | CEO | Tūī Ridge Freight", "Ana Reid works for Tūī Ridge Freight", "Ana Reid (works for Tūī Ridge Freight)",
        "Ana Reid, employer Tūī Ridge Freight", "Ana Reid is employed by Tūī Ridge Freight", "Ana Reid has joined Tūī Ridge Freight",
        "Contact: Ana Reid; Company: Tūī Ridge Freight", "Introducing Ana Reid from Tūī Ridge Freight",
        "ask Ana Reid in procurement at Tūī Ridge Freight", "Send Ana Reid the quote (Tūī Ridge Freight)",
    ],
)  # fmt: skip
def test_the_ways_people_write_it(text: str) -> None:
    assert ANA in people(text)


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("Kauri Holdings Pty Ltd\n\nSpoke to Ana Reid from Kauri", "Kauri Holdings Pty Ltd"),
        ("Kea Freight Pty Ltd\n\nAna Reid works at Kea Freight", "Kea Freight Pty Ltd"),
        ("Ring Ana Reid at Kauri", "Kauri"),
    ],
    ids=["first word", "without its form", "never in full"],
)
def test_a_short_form_means_the_firm_named_in_full(text: str, firm: str) -> None:
    assert people(text) == {("Ana Reid", firm)}


@pytest.mark.parametrize(
    "text", ["Ana Reid and Hemi Parata at Kea Freight", "Ana Reid & Hemi Parata (Kea Freight)"]
)
def test_two_people_share_a_firm(text: str) -> None:
    assert people(text) == {("Ana Reid", "Kea Freight"), ("Hemi Parata", "Kea Freight")}


@pytest.mark.parametrize(
    "text",
    ["Ring Ana Reid\n\nKea Freight Pty Ltd sent the invoice", "x\n\nKea Freight Pty Ltd quoted for the crates.\n\nRing Ana Reid about the party",
     "x\n\nRing Ana Reid about the party\n\nInsurer: Kea Freight Pty Ltd"],
)  # fmt: skip
def test_a_firm_elsewhere_on_the_card_is_nobodys(text: str) -> None:
    assert people(text) == {("Ana Reid", "")}


@pytest.mark.parametrize(
    "text",
    [
        "Chicken Tikka at Home",
        "Sales Manager at Tūī Ridge Freight",
        "Jasmine Rice from Coles",
        "Submit Button at Page Bottom",
    ],
)
def test_nobody_works_there(text: str) -> None:
    assert people(text) == set()


@pytest.mark.parametrize(
    "text",
    ["x\n\nApplicant\nAna Reid\nOrganisation\nKea Freight", "x\n\nApplicant . . . . . Ana Reid\nOrganisation . . . . . Kea Freight",
     "<p>Ana Reid<br>Manager<br>Kea Freight</p>", "x\n\n<guest>Ana Reid</guest><company>Kea Freight</company>"],
)  # fmt: skip
def test_forms_and_markup_are_read(text: str) -> None:
    assert people(text) == {("Ana Reid", "Kea Freight")}


def test_a_language_that_cannot_be_read_names_only_who_stands_beside_an_address() -> None:
    german = "Bitte das Angebot an Friederike Aumann schicken und dann anrufen"
    assert people(german) == set()
    assert people(f"{german}\n\nFriederike Aumann, friederike@kea.example") == {("Friederike Aumann", "")}


def test_a_first_name_alone_is_nobody() -> None:
    assert people("Ana from Kea Freight wants it") == set()


@pytest.mark.parametrize(
    "text",
    ["Asked Ana Reid", "Applicant Ana Reid", "Complainant Mr Ana Reid says no", "Their Ana Reid is doing it", "It says 'Mei Reid'."],
)  # fmt: skip
def test_words_before_and_quotes_around_a_name_do_not_belong_to_it(text: str) -> None:
    assert [one.text for one in page(text).names if "Reid" in one.text] in (["Ana Reid"], ["Mei Reid"])


@pytest.mark.parametrize("text", ["Earl Grey", "2 x Johnnie Walker Black", "Book the Ada Lovelace room"])
def test_a_well_known_name_is_nobody_to_deal_with(text: str) -> None:
    assert people(text) == set()


def test_who_is_listed_with_people_is_likelier_a_person() -> None:
    among = page("x\n\nZyxa Vexly\nAna Reid\nHemi Parata\nMei Chow")
    apart = page("x\n\nZyxa Vexly\nPark Road\nGreen Beans\nKea Freight")
    for one in (among, apart):
        weigh(one)
    assert among.names[0].words == apart.names[0].words == ("Zyxa", "Vexly")
    assert (among.names[0].fellows, apart.names[0].fellows) == (1, 0)
    assert among.names[0].person > apart.names[0].person


@pytest.mark.parametrize(
    ("text", "firm"),
    [("x\n\nRing Kea Co., Ltd. Contact Ana Reid", "Kea Co., Ltd"), ("Ana Reid, Kea Pty. Ltd. (Otago)", "Kea Pty. Ltd.")],
)  # fmt: skip
def test_the_full_stop_of_a_sentence_does_not_belong_to_a_firm(text: str, firm: str) -> None:
    assert firm in {one.text for one in page(text).names}


def test_a_name_of_no_list_is_a_persons_if_a_firm_belongs_to_it() -> None:
    assert people("see Zyxa Vexly about it") == set()
    assert people("see Zyxa Vexly at Kea Freight Pty Ltd about it") == {("Zyxa Vexly", "Kea Freight Pty Ltd")}


def test_two_given_names_are_the_person_whose_whole_name_begins_with_them() -> None:
    found = people("Intro\n\nMeet Wei Jie Tan of Gulf Ferries. Wei Jie is after a quote, says Wei Jie")
    assert {name for name, _ in found} == {"Wei Jie Tan"}


def test_a_firm_that_all_else_shows_to_be_one_needs_no_legal_form(monkeypatch: pytest.MonkeyPatch) -> None:
    card = "Sheds\n\nKea Freight quoted $900"
    monkeypatch.setattr("tui.recognise.names._SURELY", 9.0)
    assert not any(one.stands for one in names(page(card)))
    monkeypatch.setattr("tui.recognise.names._SURELY", 1.0)
    assert [one.company for one in names(page(card)) if one.stands] == ["Kea Freight"]


def test_heroes_of_films_have_no_employer() -> None:
    assert people("Movie night\n\nThe Grand Budapest Hotel, Erin Brockovich, Donnie Darko") == set()
