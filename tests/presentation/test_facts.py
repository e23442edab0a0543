from tests.app.conftest import NOW
from tui.model.company import Company
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.presentation.facts import facts, source, spent


def test_facts_hold_only_what_is_known_and_say_what_is_doubtful():
    email = EmailPoint(value="a@b.example", status="guessed", confidence=0.5)
    found = Finding(key="k", type="person", person=Person(full_name="Ana", emails=(email,)), fetched_at=NOW)
    assert [(fact.name, fact.value, fact.note) for fact in facts(found)] == [
        ("name", "Ana", ""),
        ("e-mail", "a@b.example", "guessed, 50% sure"),
    ]
    assert source(found, NOW, bought=True) == "unknown source · fetched just now · it was free"
    paid = found.replace(cost=1)
    assert source(paid, NOW, bought=True) == "unknown source · fetched just now · it cost 1 credit"
    assert source(paid, NOW) == "unknown source · remembered · looked up just now for 1 credit"
    assert source(found, NOW) == "unknown source · remembered · looked up just now, free"
    assert facts(found.replace(person=None)) == []
    assert (spent(1), spent(2)) == ("1 credit", "2 credits")


def test_what_registers_say_of_a_company_is_told():
    said = {
        "status": "Removed",
        "gst": "2000-07-01",
        "directors": "Ana Reid, Bo Lee",
        "companies_office": "1234567",
    }
    found = Finding(key="k", type="company", company=Company(name="Kauri", registers=said), fetched_at=NOW)
    assert [(fact.name, fact.value) for fact in facts(found)] == [
        ("name", "Kauri"),
        ("status", "Removed"),
        ("GST since", "2000-07-01"),
        ("directors", "Ana Reid, Bo Lee"),
        ("Companies Office", "1234567"),
    ]
