"""Columns: which field each of them is, as other programs call them."""

import pytest

from tui.server.importing.columns import FIELDS, fold_column_name, guess_columns, guess_kind, unused_columns


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("E-mail Address", "e mail address"), ("firstName", "first name"), ("LINKEDIN_URL", "linkedin url"),
        ("LinkedIn Profile URL", "linkedin profile url"), ("  Société ", "societe"), ("industry_codes.abn", "industry codes abn"),
    ],
)  # fmt: skip
def test_a_name_of_any_spelling(name, words) -> None:
    assert fold_column_name(name) == words


@pytest.mark.parametrize(
    ("columns", "kind", "wanted"),
    [
        ("First Name,Last Name,Title,Company,Email,Mobile Phone,Person Linkedin Url,Website,City,State,Country", "people",
         "first_name last_name title company email mobile network company_domain city state country"),
        ("Full name;Email 1;Email 2;Organisation;Role", "people", "name email personal_email company title"),
        ("person_id,name,position,current_company.name,current_company.fqdn,emails.work.value,linkedin", "people",
         "id name title company company_domain email network"),
        ("Name,Company,Phone", "people", "name company landline"),
        ("Company,Company Domain,ABN,Employee Count,Industry", "companies", "name domain abn employees industry"),
        ("name,fqdn,industry_codes.abn,company_size,hq_location,year_founded", "companies", "name domain abn size city founded"),
        ("Business Name,Trading Name,Postcode,State", "companies", "name trading_names postcode state"),
    ],
)  # fmt: skip
def test_a_file_of_another_program(columns, kind, wanted) -> None:
    names = columns.replace(";", ",").split(",")
    assert guess_kind(names) == kind
    mapped = guess_columns(names, kind)
    assert set(mapped) == set(wanted.split())
    assert len(set(mapped.values())) == len(mapped)


def test_a_column_is_taken_once_and_what_is_left_is_said() -> None:
    names = ["Name", "Email", "Work Email", "Notes"]
    mapped = guess_columns(names, "people")
    assert mapped == {"name": "Name", "email": "Email"}
    assert unused_columns(names, mapped) == ["Work Email", "Notes"]


def test_every_name_of_a_field_is_written_as_it_is_compared() -> None:
    for fields in FIELDS.values():
        for names in fields.values():
            assert all(fold_column_name(name) == name for name in names.split("|"))


def test_a_column_whose_name_says_nothing_goes_by_its_value() -> None:
    sample = {
        "Wer": "Ana Reid", "Kontakt": "ana@tui.example", "Zwei": "ana@mail.example", "Drei": "a@b.example",
        "LI": "https://www.linkedin.com/in/ana-reid", "Handy": "+64 21 555 0134", "Netz": "www.tui.example",
        "Notiz": "ring her", "Name": "Ana Reid",
    }  # fmt: skip
    assert guess_columns(list(sample), "people", sample) == {
        "name": "Name",
        "email": "Kontakt",
        "personal_email": "Zwei",
        "mobile": "Handy",
        "network": "LI",
        "company_domain": "Netz",
    }
