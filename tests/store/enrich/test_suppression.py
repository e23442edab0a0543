"""Who opted out: the list, what is taken from what is stored, and what of it comes back."""

import json
from datetime import UTC, datetime
from functools import partial

from tests.store.answers import remember
from tests.store.conftest import BOARD, card_id
from tui.model.enrich.bulk import BulkItem, BulkRun
from tui.model.enrich.spending import Caps, Spend
from tui.model.enrich.suppression import Kind, Suppressed
from tui.model.event import Event
from tui.model.finding import Finding
from tui.model.person import CompanyRef, EmailPoint, Person
from tui.model.subject import Identifier, Subject
from tui.model.writes.comments import AddComment, DeleteComment, UpdateComment
from tui.store.enrich import bulk, reservations, settlement, suppression
from tui.store.enrich.reservations import Reservation
from tui.store.outbox.contested_fields import ContestedField, record_conflict
from tui.store.store import Store
from tui.store.tables.actions import attached_key, note_attached

AT = datetime(2031, 2, 3, tzinfo=UTC)
ANA = "ana@acme.example"
CARD = card_id(0)


def suppress(store: Store, kind: Kind = "email", value: str = ANA, why: str = "asked us") -> None:
    store.write(lambda tx: suppression.suppress(tx, [(kind, value, why)])).result()


def allow(store: Store, kind: Kind = "email", value: str = ANA) -> bool:
    return store.write(lambda tx: suppression.allow(tx, kind, value)).result()


def finding(email: str) -> Finding:
    person = Person(full_name="Ana Ray", emails=(EmailPoint(value=email),))
    return Finding(key=f"email:{email}", type="person", person=person, fetched_at=AT, cost=1)


def texts(store: Store) -> list[tuple[str, str, int]]:
    """Kind, text and number of inverses of every write of a comment, oldest first."""
    rows = store.write(
        lambda tx: list(
            tx.rows(
                "SELECT kind, coalesce(json_extract(op, '$.text'), '-'), json_array_length(inverse) FROM outbox"
                " WHERE kind LIKE '%_comment' ORDER BY seq"
            )
        )
    ).result()
    return [(kind, text, int(count)) for kind, text, count in rows]


def test_an_entry_is_listed_with_why_and_taken_off_once(store: Store) -> None:
    suppress(store)
    suppress(store, why="asked again")
    [one] = store.enrichment.suppression.all()
    assert (one.kind, one.value, one.why) == ("email", ANA, "asked again")
    assert allow(store)
    assert not allow(store)
    assert store.enrichment.suppression.all() == []


def test_a_profile_that_was_listed_as_a_name_keeps_its_owner_out(store: Store) -> None:
    suppress(store, "name", "ana reid 1a2b3c|")
    listed = Subject(type="person", identifiers=(Identifier(kind="network_slug", value="ana-reid-1a2b3c"),))
    other = Subject(type="person", identifiers=(Identifier(kind="network_slug", value="ana-reid"),))
    assert (entry := store.enrichment.suppression.covers(listed)) is not None
    assert entry.value == "ana reid 1a2b3c|"
    assert store.enrichment.suppression.covers(other) is None


def test_what_is_stored_of_them_is_taken_out_and_of_nobody_else(store: Store) -> None:
    for email in (ANA, "bo@acme.example"):
        remember(store, finding(email)).result()
    suppress(store)
    gone = store.enrichment.findings.get(f"email:{ANA}")
    assert gone is not None
    assert (gone.person, gone.withheld) == (None, True)
    assert store.enrichment.findings.get("email:bo@acme.example") == finding("bo@acme.example")
    assert allow(store)
    assert store.enrichment.findings.get(f"email:{ANA}") is None, "it has to be asked for anew"
    assert store.enrichment.findings.get("email:bo@acme.example") is not None


def test_what_arrives_of_them_is_stored_without_them_and_their_other_addresses_listed(store: Store) -> None:
    suppress(store)
    person = Person(emails=(EmailPoint(value=ANA), EmailPoint(value="ana@home.example")))
    remember(store, finding(ANA).replace(person=person)).result()
    found = store.enrichment.findings.get(f"email:{ANA}")
    assert found is not None
    assert found.person is None
    assert store.enrichment.suppression.covering([("email", "ana@home.example")]) is not None
    assert store.enrichment.suppression.covering([("email", "bo@acme.example")]) is None
    assert (
        store.enrichment.suppression.covers(Person(emails=(EmailPoint(value="ana@home.example"),)))
        is not None
    )
    assert allow(store)
    assert store.enrichment.suppression.covering([("email", "ana@home.example")]) is None, (
        "it came with the other"
    )


def test_who_shares_a_mailbox_with_them_neither_goes_nor_is_kept_out(store: Store) -> None:
    def at(name: str, *emails: str) -> Finding:
        person = Person(full_name=name, emails=tuple(EmailPoint(value=one) for one in emails))
        return Finding(key=f"email:{emails[0]}", type="person", person=person, fetched_at=AT)

    ana, bo = (
        at("Ana Ray", ANA, "info@acme.example"),
        at("Bo Lee", "bo@acme.example", "info@acme.example"),
    )
    remember(store, ana).result()
    remember(store, bo).result()
    suppress(store)
    assert store.enrichment.findings.withheld() == [f"email:{ANA}"]
    assert store.enrichment.findings.get("email:bo@acme.example") == bo
    assert store.enrichment.suppression.covering([("email", "info@acme.example")]) is None
    again = bo.replace(provider="another")
    assert remember(store, again).result() == again
    assert remember(store, at("Ana Ray", "info@acme.example")).result().withheld, "with the name it is hers"
    assert remember(store, at("Ana Moe", "info@acme.example").replace(provider="b")).result().matched


def test_a_mailbox_on_the_list_puts_none_of_its_readers_there(store: Store) -> None:
    suppress(store, value="info@acme.example")
    person = Person(
        full_name="Bo Lee",
        emails=(EmailPoint(value="bo@acme.example"), EmailPoint(value="info@acme.example")),
    )
    assert remember(store, finding("bo@acme.example").replace(person=person)).result().withheld
    assert store.enrichment.suppression.covering([("email", "bo@acme.example")]) is None


def test_the_texts_of_comments_that_are_deleted_stay_in_no_history(store: Store) -> None:
    for number, text in ((1, "Ana’s number"), (2, "another’s")):
        said = AddComment(board_id=BOARD, card_id=CARD, comment_id=f"new-{number}", text=text)
        seq = store.writes.submit(said).result().seq
        store.outbox.confirm(seq, {f"new-{number}": f"{number}" * 24}).result()
        edit = UpdateComment(board_id=BOARD, card_id=CARD, comment_id=f"{number}" * 24, text=f"{text} 2")
        store.outbox.confirm(store.writes.submit(edit).result().seq).result()
    waits = UpdateComment(board_id=BOARD, card_id=CARD, comment_id="1" * 24, text="still to be sent")
    store.writes.submit(waits).result()
    store.write(lambda tx: suppression.forget_comments(tx, ["1" * 24])).result()
    assert texts(store) == [
        ("add_comment", "", 0),
        ("update_comment", "", 0),
        ("add_comment", "another’s", 1),
        ("update_comment", "another’s 2", 1),
        ("update_comment", "still to be sent", 0),
    ]


def test_a_merged_text_of_a_comment_that_is_deleted_is_forgotten_with_its_conflict(store: Store) -> None:
    for ident, number in enumerate("12", 1):
        write = UpdateComment(board_id=BOARD, card_id=CARD, comment_id=number * 24, text="Mine")
        found = ContestedField("text", "before", "theirs")
        store.write(partial(record_conflict, why="both", write=write, found=found)).result()
        store.drafts.set(f"merge:{ident}", "Ana’s number").result()
    store.write(lambda tx: suppression.forget_comments(tx, ["1" * 24])).result()
    assert [one.id for one in store.conflicts.all()] == [2]
    assert list(store.drafts.all()) == ["merge:2"]


def test_the_deletion_itself_keeps_no_text_to_come_back(store: Store) -> None:
    said = AddComment(board_id=BOARD, card_id=CARD, comment_id="new-1", text="Ana’s number")
    store.outbox.confirm(store.writes.submit(said).result().seq, {"new-1": "1" * 24}).result()
    store.writes.submit(DeleteComment(board_id=BOARD, card_id=CARD, comment_id="1" * 24)).result()
    store.write(lambda tx: suppression.forget_comments(tx, ["1" * 24])).result()
    assert texts(store) == [("add_comment", "", 0), ("delete_comment", "-", 0)]


def keys(store: Store, table: str) -> list[str]:
    found = store.write(lambda tx: list(tx.rows(f"SELECT key FROM {table} ORDER BY rowid"))).result()
    return [key for (key,) in found]


def both(store: Store) -> None:
    """Remember two answers about Ana, which share only her profile name."""
    one = finding(ANA)
    assert one.person is not None
    remember(store, one.replace(person=one.person.replace(network_slug="ana-ray"))).result()
    at_home = Person(
        full_name="Ana Ray", emails=(EmailPoint(value="ana@home.example"),), network_slug="ana-ray"
    )
    remember(
        store, one.replace(key="network_slug:ana-ray", person=at_home, provider="another", request_id="2")
    ).result()


def test_all_answers_and_receipts_of_a_person_go_whatever_they_are_kept_under(store: Store) -> None:
    both(store)
    remember(store, finding("bo@acme.example").replace(request_id="3")).result()
    suppress(store, value="ana@home.example")
    assert store.enrichment.findings.withheld() == [f"email:{ANA}", "network_slug:ana-ray"]
    assert keys(store, "ledger") == ["erased", "erased", "email:bo@acme.example"]
    assert store.enrichment.suppression.covering([("email", ANA)]) is not None
    assert [one.value for one in store.enrichment.suppression.all()] == ["ana@home.example"]
    assert store.enrichment.ledger.spent() == 3


def test_an_answer_that_comes_later_takes_older_receipts_along(store: Store) -> None:
    remember(store, Finding(key="email:ana@home.example", type="person", fetched_at=AT)).result()
    suppress(store)
    assert keys(store, "ledger") == ["email:ana@home.example"], "nobody knows yet that it is hers"
    person = Person(emails=(EmailPoint(value=ANA), EmailPoint(value="ana@home.example")))
    remember(store, finding(ANA).replace(key="phone:+61255501234", person=person)).result()
    assert keys(store, "ledger") == ["erased", "erased"]
    assert [one.key for one in store.enrichment.findings.every()] == ["phone:+61255501234"]


def test_requests_without_an_answer_and_raw_calls_are_erased_too(store: Store) -> None:
    def ask(key: str, owner: str) -> Reservation:
        wanted = Reservation("person", key, f"token {len(key)}", "shop")
        begun = partial(
            reservations.begin, high=2, fallback=Caps(), run="", owner=owner, sure=True, repeats=True
        )
        return store.write(lambda tx: begun(tx, wanted)).result()

    lost, open_, _ = (
        ask(f"email:{ANA}", "gone"),
        ask(f"api:GET /p email={ANA}", "here"),
        ask("email:b@c.example", "gone"),
    )
    store.write(lambda tx: reservations.give_up(tx, lost, unsure=True)).result()
    for key in (f"api:GET /people/{ANA.replace('@', '%40')}", "api:GET /credits"):
        store.write(partial(settlement.record_spend, spend=Spend(AT, key, "shop", 1, ""))).result()
    suppress(store)
    assert keys(store, "ledger") == ["erased", "api:GET /credits"]
    asked = store.write(lambda tx: [key for (key,) in tx.rows("SELECT key FROM asked")]).result()
    assert sorted(asked) == ["email:b@c.example", "erased\ntoken 22", "erased\ntoken 33"]
    assert {one.key for one in store.enrichment.ledger.reserves()} == {"erased"}
    # The request under way ends by its token, and what it cost is counted once.
    spend = Spend(AT, "erased", "shop", 2, "")
    store.write(lambda tx: settlement.record_spend(tx, spend, open_)).result()
    assert store.enrichment.ledger.unsettled("shop")[0] == 2
    assert len(store.write(lambda tx: list(tx.rows("SELECT 1 FROM asked"))).result()) == 2


def test_a_miss_is_forgotten(store: Store) -> None:
    remember(store, Finding(key=f"email:{ANA}", type="person", fetched_at=AT)).result()
    suppress(store)
    assert store.enrichment.findings.every() == []


def test_the_list_of_another_account_erases_what_this_one_has(store: Store) -> None:
    both(store)
    entries = [Suppressed(kind="email", value="ana@home.example")]
    store.write(lambda tx: suppression.adopt(tx, entries)).result()
    assert {one.withheld for one in store.enrichment.findings.every()} == {True}


def run_items(store: Store) -> list[tuple[str, str, bool, str]]:
    found = "SELECT state, key, subject IS NULL, why FROM bulk_items ORDER BY place"
    return store.write(lambda tx: [tuple(row) for row in tx.rows(found)]).result()


def test_runs_forget_whom_they_were_about_but_not_what_is_still_to_be_asked(store: Store) -> None:
    """By the key of an item, or by another of its identifiers; the worker refuses those that wait."""

    def by(*values: str) -> Subject:
        return Subject(
            type="person", identifiers=tuple(Identifier(kind="email", value=value) for value in values)
        )

    items = [
        BulkItem(0, "card0", by(ANA), "hit"),
        BulkItem(1, "card1", by("home@ana.example", ANA), "miss"),
        BulkItem(2, "card2", by(ANA), "waiting"),
        BulkItem(3, "card3", by(ANA), "working"),
        BulkItem(4, "card4", by("bo@acme.example"), "hit", why="as it was"),
        BulkItem(5, "card5", None, "nothing", why="as it was"),
    ]
    run = BulkRun("r1", "planned", store.now(), cards=6, low=1, high=9, attach=False)
    store.write(lambda tx: bulk.make(tx, run, items)).result()
    suppress(store)
    assert run_items(store) == [
        ("hit", "", True, "opted out"),
        ("miss", "", True, "opted out"),
        ("waiting", f"email:{ANA}", False, ""),
        ("working", f"email:{ANA}", False, ""),
        ("hit", "email:bo@acme.example", False, "as it was"),
        ("nothing", "", True, "as it was"),
    ]


def test_a_comment_that_is_erased_is_no_longer_known_by_its_finding(store: Store) -> None:
    for name in ("1" * 24, "2" * 24):
        store.write(partial(note_attached, card_id=CARD, key="email:x", comment_id=name)).result()
        event = Event(
            id=name,
            type="commentCard",
            at=AT,
            data={"action": {"id": name, "text": "Ana"}, "text": "Ana", "old": {"text": "A"}},
        )
        store.events.note([event]).result()
    store.write(lambda tx: suppression.forget_comments(tx, ["1" * 24])).result()
    kept = store.write(lambda tx: [attached_key(tx, name * 24) for name in "12"]).result()
    assert kept == [None, "email:x"]
    told = store.write(
        lambda tx: [json.loads(text) for (text,) in tx.rows("SELECT event FROM events")]
    ).result()
    assert [one["data"] for one in told] == [
        {"action": {"id": "1" * 24}},
        {"action": {"id": "2" * 24, "text": "Ana"}, "text": "Ana", "old": {"text": "A"}},
    ]


def test_a_hit_without_an_address_is_known_by_name_and_company_before_it_is_paid_for(store: Store) -> None:
    suppress(store, value="callum.obrien@bluegumfreight.example")
    firm = CompanyRef(name="Bluegum Freight", domain="bluegumfreight.example")
    hit = Person(full_name="Callum O'Brien", company=firm)
    covers = store.enrichment.suppression.covers
    assert covers(hit) is not None
    assert covers(Subject(type="person", name="Callum O'Brien", company="Bluegum Freight")) is not None
    assert covers(hit.replace(company=CompanyRef(name="Kauri", domain="kauri.example"))) is None
    assert covers(hit.replace(full_name="Callum Brown")) is None
