from tui.app.enrich.facts import facts, source, spent
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person


def test_facts_hold_only_what_is_known_and_say_what_is_doubtful(now):
    email = EmailPoint(value="a@b.example", status="guessed", confidence=0.5)
    found = Finding(key="k", type="person", person=Person(full_name="Ana", emails=(email,)), fetched_at=now)
    assert [(fact.name, fact.value, fact.note) for fact in facts(found)] == [
        ("name", "Ana", ""),
        ("e-mail", "a@b.example", "guessed, 50% sure"),
    ]
    assert source(found, now, bought=True) == "unknown source · fetched just now · it was free"
    paid = found.but(cost=1)
    assert source(paid, now, bought=True) == "unknown source · fetched just now · it cost 1 credit"
    assert source(paid, now) == "unknown source · remembered · looked up just now for 1 credit"
    assert source(found, now) == "unknown source · remembered · looked up just now, free"
    assert facts(found.but(person=None)) == []
    assert (spent(1), spent(2)) == ("1 credit", "2 credits")
