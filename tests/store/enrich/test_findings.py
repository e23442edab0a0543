from datetime import UTC, datetime, timedelta

import pytest

from tests.store.answers import remember
from tui.model.company import Company
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.model.values.scalars import new_local_id
from tui.model.writes.comments import AddComment, DeleteComment
from tui.store.enrich.findings import set_provider
from tui.store.enrich.suppression import suppress
from tui.store.store import Store

BOARD, CARD = "b" * 24, "5fc7b7c40000000000000001"
AT = datetime(2031, 2, 3, tzinfo=UTC)
ANA = Person(
    full_name="Ana Ray",
    emails=(EmailPoint(value="Ana@acme.example"), EmailPoint(value="ana.ray@home.example")),
    network_slug="ana-ray",
    network_url="https://www.network.example/in/ana-ray/",
)
ACME = Company(
    name="Acme",
    domain="acme.example",
    website="https://acme.example/",
    abn="51824753556",
    network_slug="acme",
)


@pytest.mark.parametrize(
    "key",
    [
        "email:ana@acme.example",
        "email:ANA.Ray@home.example",
        "network_slug:ana-ray",
        "network_url:http://network.example/in/ana-ray",
        "phone:+61255501234",
    ],
)
def test_a_person_found_one_way_is_found_by_every_identifier(store: Store, key: str) -> None:
    finding = Finding(key="email:ana@acme.example", type="person", person=ANA, fetched_at=AT, cost=1)
    remember(store, finding, ["phone:+61255501234"]).result()
    assert store.enrichment.findings.get(key) == finding
    assert store.enrichment.findings.get(key, "company") is None


@pytest.mark.parametrize(
    "key", ["domain:acme.example", "website:acme.example", "abn:51 824 753 556", "network_slug:acme"]
)
def test_a_company_too(store: Store, key: str) -> None:
    remember(store, Finding(key="domain:acme.example", type="company", company=ACME, fetched_at=AT)).result()
    found = store.enrichment.findings.get(key)
    assert found is not None
    assert found.company == ACME


def test_no_match_is_an_answer_and_a_later_one_replaces_it(store: Store) -> None:
    key = "network_slug:ana-ray"
    remember(store, Finding(key=key, type="person", fetched_at=AT)).result()
    found = store.enrichment.findings.get(key)
    assert found is not None
    assert not found.matched
    later = Finding(
        key="email:ana@acme.example", type="person", person=ANA, fetched_at=AT + timedelta(days=1)
    )
    remember(store, later).result()
    assert store.enrichment.findings.get(key) == later


def test_the_ledger_adds_up_and_knows_the_last_balance(store: Store) -> None:
    assert store.enrichment.ledger.balance() is None
    for n, cost in enumerate((2, 0, 1)):
        at = AT + timedelta(days=n)
        remember(
            store,
            Finding(
                key=f"email:{n}",
                type="person",
                fetched_at=at,
                cost=cost,
                credits_left=10 - n,
                request_id=f"r{n}",
            ),
        ).result()
    assert store.enrichment.ledger.spent() == 3
    assert store.enrichment.ledger.spent(AT + timedelta(days=1)) == 1
    assert store.enrichment.ledger.balance() == 8
    store.enrichment.record_balance(50).result()
    assert store.enrichment.ledger.balance() == 50
    assert [(one.request_id, one.cost) for one in store.enrichment.ledger.entries(2)] == [
        ("r2", 1),
        ("r1", 0),
    ]


def test_a_finding_is_attached_until_its_comment_is_deleted(store: Store) -> None:
    key, comment = "email:ana@acme.example", new_local_id()
    assert store.enrichment.findings.attached_comment(CARD, key) is None
    say = AddComment(board_id=BOARD, card_id=CARD, comment_id=comment, text="Ana", finding_key=key)
    row = store.writes.submit(say).result()
    assert store.enrichment.findings.attached_comment(CARD, key) == comment
    store.outbox.confirm(row.seq, {comment: "f" * 24}).result()
    assert store.enrichment.findings.attached_comment(CARD, key) == "f" * 24
    store.writes.submit(DeleteComment(board_id=BOARD, card_id=CARD, comment_id="f" * 24)).result()
    assert store.enrichment.findings.attached_comment(CARD, key) is None
    store.writes.undo().result()
    assert store.enrichment.findings.attached_comment(CARD, key) is not None


def test_an_answer_tells_what_the_one_before_said(store: Store) -> None:
    first = Finding(key="email:ana@acme.example", type="person", person=ANA, fetched_at=AT, provider="p")
    remember(store, first.replace(person=ANA.replace(title="Head of Sales"))).result()
    later = first.replace(person=ANA.replace(title="Chief"), fetched_at=AT + timedelta(days=9))
    kept = remember(store, later).result()
    assert [(one.field, one.value, one.until) for one in kept.changes] == [("title", "Head of Sales", AT)]
    # Fetched again with the same result it is still marked; another service's answer is not compared.
    assert remember(store, later.replace(fetched_at=AT + timedelta(days=10))).result().changes == kept.changes
    assert remember(store, later.replace(provider="q")).result().changes == ()
    assert (
        remember(store, later.replace(person=None, fetched_at=AT + timedelta(days=11))).result().changes == ()
    )


def test_an_answer_about_somebody_else_is_kept_apart_from_the_wrong_one(store: Store) -> None:
    key = "person:ana ray|acme"
    wrong = ANA.replace(id="p1", title="Planner")
    right = Person(id="p2", full_name="Ana Ray", title="Manager", network_slug="ana-ray-2")
    first = Finding(key=key, type="person", person=wrong, fetched_at=AT, provider="p", cost=2)
    remember(store, first, [key]).result()
    kept = remember(
        store, first.replace(person=right, fetched_at=AT + timedelta(days=1)), ["network_slug:ana-ray-2"]
    ).result()
    findings = store.enrichment.findings
    assert kept.changes == ()
    assert findings.get(key) == kept == findings.get("network_slug:ana-ray-2")
    for name in ("email:ana@acme.example", "network_slug:ana-ray"):
        found = findings.get(name)
        assert found is not None
        assert found.person == wrong
    assert {one.key: one.person for one in findings.every()} == {key: right, "email:ana@acme.example": wrong}


def test_a_wrong_answer_without_identifiers_of_its_own_is_dropped(store: Store) -> None:
    first = Finding(key="domain:acme.example", type="company", company=ACME, fetched_at=AT)
    other = first.replace(company=Company(name="Acme Two", abn="83914571673"))
    remember(
        store, first.replace(company=Company(abn="51824753556", name="Acme", conflicts=("abn",)))
    ).result()
    assert remember(store, other).result().changes == ()
    assert [one.company for one in store.enrichment.findings.every()] == [other.company]


def _called(store: Store) -> list[str]:
    """Return the names of people in the index."""
    return store.write(
        lambda tx: [name for (name,) in tx.rows("SELECT name FROM finding_names WHERE name LIKE 'called:%'")]
    ).result()


def test_the_people_of_a_name_are_found_until_they_opt_out(store: Store) -> None:
    finding = Finding(key="email:ana@acme.example", type="person", person=ANA, provider="a", fetched_at=AT)
    remember(store, finding).result()
    called = store.enrichment.findings.called
    assert called("ana  RÁY", "a") == called("Ana Ray", None) == [finding]
    assert called("Ana Ray", "b") == called("Ana", "a") == called("Ana Rayne", "a") == []
    married = finding.replace(person=ANA.replace(full_name="Ana Lee"))
    remember(store, married).result()
    assert (called("Ana Ray", "a"), called("Ana Lee", "a")) == ([], [married])
    store.write(lambda tx: suppress(tx, [("email", "ana@acme.example", "")])).result()
    assert (called("Ana Lee", "a"), _called(store)) == ([], [])


def test_the_answers_of_earlier_versions_are_found_by_name_once_the_service_is_known(store: Store) -> None:
    finding = Finding(key="email:ana@acme.example", type="person", person=ANA, provider="a", fetched_at=AT)
    remember(store, finding).result()
    store.write(lambda tx: tx.run("DELETE FROM finding_names WHERE name LIKE 'called:%'")).result()
    assert store.enrichment.findings.called("Ana Ray", "a") == []
    store.write(lambda tx: set_provider(tx, "a")).result()
    assert store.enrichment.findings.called("Ana Ray", "a") == [finding]
