"""Comments about people who opted out: found, deleted where one may, and told with what became of them."""

import asyncio
from typing import get_args

import pytest

from tests.services.conftest import House
from tests.store.answers import remember
from tests.stories.passing import Passing
from tui.errors import UsageError
from tui.model.enrich.suppression import Suppressed
from tui.model.enrich.withdrawal import Key, Known, Withdrawal
from tui.model.finding import Finding
from tui.model.person import EmailPoint, Person
from tui.model.sync import SyncState
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import CreateCard
from tui.server.run import LocalServer
from tui.server.storage import db
from tui.services.enrich import withdrawals

ANA, BO = "ana@kauri.example", "bo@kauri.example"
KEYS = {ANA: "Ana Reid", BO: "Bo Lee"}


async def attached(house: House, email: str, *also: str) -> str:
    """Attach a finding about somebody to a new card, and return its id once the service has it."""
    person = Person(full_name=KEYS[email], emails=tuple(EmailPoint(value=each) for each in (email, *also)))
    finding = Finding(
        key=f"email:{email}", type="person", person=person, fetched_at=house.clock.now(), provider="a shop"
    )
    remember(house.workspace._store, finding).result()
    new = CreateCard(
        board_id=house.board_id, card_id=new_local_id(), list_id=house.lists[0], name=f"Ring {email}", pos=1.0
    )
    await house.workspace.writes.submit(new)
    assert await house.workspace.lookups.attach(new.card_id, finding) == "attached"
    await house.sent()
    card = house.workspace.cards.get(new.card_id)
    assert card is not None
    return card.id


@pytest.fixture
async def two(house: House) -> House:
    """The house with findings about two people, each on a card."""
    await attached(house, ANA)
    await attached(house, BO)
    return house


async def comments(house: House) -> str:
    """Return what the service knows of the board's comments."""
    return (await house.http.get(f"/boards/{house.board_id}/actions")).text


def states(withdrawal: Withdrawal) -> list[tuple[str, str]]:
    return [(one.card, one.state) for one in withdrawal.notes]


async def test_only_who_is_listed_or_asked_about_is_found(two: House) -> None:
    here = two.workspace.withdrawals
    assert here.notes() == []
    (found,) = here.notes([("email", ANA)])
    assert (found.board, found.card, found.state, found.why) == ("Leads", f"Ring {ANA}", "deleted", "")
    assert here.notes([("email", "cy@kauri.example")]) == []


async def test_comments_are_deleted_answers_erased_and_others_left(two: House) -> None:
    here = two.workspace.withdrawals
    told = await here.opt_out([("email", ANA, "asked us")])
    assert (states(told), told.answers) == ([(f"Ring {ANA}", "deleted")], 1)
    assert states(await here.settled(told)) == [(f"Ring {ANA}", "deleted")]
    said = await comments(two)
    assert ANA not in said.replace(f"Ring {ANA}", "")
    assert "Bo Lee" in said
    assert [one.value for one in two.workspace.suppression.all()] == [ANA]
    assert here.notes() == []
    again = await here.opt_out()
    assert (again.notes, again.answers) == ((), 0)


async def test_as_many_comments_are_announced_as_are_deleted(two: House) -> None:
    store, home = two.workspace._store, "ana@home.example"
    known = next(one for one in store.enrichment.findings.every() if one.key == f"email:{ANA}")
    assert known.person is not None
    both = known.person.replace(emails=(EmailPoint(value=ANA), EmailPoint(value=home)))
    remember(store, known.replace(person=both, provider="another")).result()
    here = two.workspace.withdrawals
    announced = here.notes([("email", home)])
    assert [one.card for one in announced] == [f"Ring {ANA}"]
    told = await here.opt_out([("email", home, "")])
    assert [one.comment_id for one in told.notes] == [one.comment_id for one in announced]


async def test_a_comment_that_was_copied_with_its_card_is_deleted_too(two: House) -> None:
    (original,) = two.workspace.withdrawals.notes([("email", ANA)])
    copy = {
        "idList": two.lists[0],
        "idCardSource": original.card_id,
        "name": "A copy",
        "keepFromSource": "comments",
    }
    made = (await two.http.post("/cards", data=copy)).json()
    await two.workspace.boards.pull(two.board_id)
    (shown,) = two.workspace.cards.comments(made["id"])
    assert "Ana Reid" in shown.text
    told = await two.workspace.withdrawals.settled(
        await two.workspace.withdrawals.opt_out([("email", ANA, "")])
    )
    assert sorted(states(told)) == [("A copy", "deleted"), (f"Ring {ANA}", "deleted")]
    assert "Ana Reid" not in await comments(two)


async def test_what_is_about_a_colleague_with_the_same_mailbox_stays(house: House) -> None:
    for email in (ANA, BO):
        await attached(house, email, "info@kauri.example")
    here = house.workspace.withdrawals
    told = await here.settled(await here.opt_out([("email", ANA, "")]))
    assert (states(told), told.answers) == ([(f"Ring {ANA}", "deleted")], 1)
    assert "**Bo Lee**" in await comments(house)
    again = await here.opt_out()
    assert (again.notes, again.answers) == ((), 0)


async def test_what_was_typed_is_listed_with_its_place(two: House) -> None:
    lunch = await two.make("/cards", idList=two.lists[0], name="Lunch with Ana Reid")
    await two.make(f"/cards/{lunch}/actions/comments", text=f"or {ANA} comes along")
    await two.make("/cards", idList=two.lists[0], name="Ana Reid again")
    await two.workspace.boards.pull(two.board_id)
    here = two.workspace.withdrawals
    told = await here.settled(await here.opt_out([("email", ANA, "")]))
    assert [(one.card, one.part, one.sure) for one in told.stays] == [
        (f"Ring {ANA}", "title", True),
        ("Lunch with Ana Reid", "title", False),
        ("Lunch with Ana Reid", "comment", True),
        ("Ana Reid again", "title", False),
    ]
    assert {one.board for one in told.stays} == {"Leads"}
    # The name is erased with the answer, but stands beside the address on one of the cards.
    assert {one.card for one in (await here.stays()).stays} == {one.card for one in told.stays}


async def test_what_another_account_knows_of_them_is_withdrawn_here_too(two: House) -> None:
    key: Key = ("email", "ana@home.example")
    known = Known(more={key: frozenset({("email", ANA), ("email", "info@kauri.example")})})
    here = two.workspace.withdrawals
    assert [one.card for one in here.notes([key], known)] == [f"Ring {ANA}"]
    told = await here.settled(await here.opt_out([(*key, "")], known))
    assert (states(told), told.answers) == ([(f"Ring {ANA}", "deleted")], 1)
    subject = two.workspace.lookups.subject("info@kauri.example")
    assert subject is not None
    assert two.workspace.suppression.covers(subject) is None


async def test_boards_that_were_never_read_are_counted(two: House) -> None:
    assert (await two.workspace.withdrawals.opt_out([("email", ANA, "")])).unread == 0
    await two.make("/boards", name="Fairs")
    two.workspace.sync.refresh()
    await two.until(lambda: len(two.workspace.boards.all()) == 2)
    assert (await two.workspace.withdrawals.opt_out()).unread == 1


async def test_a_board_that_was_made_here_is_not_told_of_as_never_opened(two: House) -> None:
    await two.workspace.boards.create("Desk Two", lists=["Screening"])
    await two.sent()
    await two.make("/boards", name="Fairs")
    two.workspace.sync.refresh()
    await two.until(lambda: len(two.workspace.boards.all()) == 3)
    assert {one.name for one in two.workspace.boards.never_read()} == {"Desk Two", "Fairs"}
    assert [one.name for one in two.workspace.boards.never_opened()] == ["Fairs"]
    assert (await two.workspace.withdrawals.opt_out([("email", ANA, "")])).unread == 1


async def test_who_is_only_on_the_list_of_another_account_is_withdrawn_too(two: House) -> None:
    known = Known(listed=(Suppressed(kind="email", value=ANA),))
    told = await two.workspace.withdrawals.opt_out((), known)
    assert states(await two.workspace.withdrawals.settled(told)) == [(f"Ring {ANA}", "deleted")]
    assert [one.value for one in two.workspace.suppression.all()] == [ANA]


async def test_a_value_that_is_none_does_nothing(two: House) -> None:
    with pytest.raises(UsageError):
        await two.workspace.withdrawals.opt_out([("email", ANA, ""), ("email", "nobody", "")])
    assert two.workspace.suppression.all() == []
    assert "Ana Reid" in await comments(two)


async def test_without_the_service_a_deletion_is_queued_and_sent_later(two: House) -> None:
    here = two.workspace.withdrawals
    two.wire.plugged = False
    told = await here.opt_out([("email", ANA, "")])
    with Passing(two.clock):
        (queued,) = (await here.settled(told)).notes
    assert queued.state == "queued"
    assert queued.why
    two.wire.plugged = True
    two.workspace.sync.refresh()
    with Passing(two.clock):
        await two.sent()
    assert states(await here.settled(told)) == [(f"Ring {ANA}", "deleted")]
    assert "Ana Reid" not in await comments(two)


async def test_one_waits_only_so_long_for_the_service(two: House, monkeypatch: pytest.MonkeyPatch) -> None:
    # As if whatever state the sync is in would soon lead to an answer.
    monkeypatch.setattr(withdrawals, "_UNDER_WAY", frozenset(get_args(SyncState)))
    two.wire.plugged = False
    told = await two.workspace.withdrawals.opt_out([("email", ANA, "")])
    after = await asyncio.wait_for(two.workspace.withdrawals.settled(told, patience=0), 5)
    assert states(after) == [(f"Ring {ANA}", "queued")]


async def test_a_deletion_that_is_refused_is_told_with_the_reason(two: House) -> None:
    two.wire.fail("403", "DELETE")
    here = two.workspace.withdrawals
    (kept,) = (await here.settled(await here.opt_out([("email", ANA, "")]))).notes
    assert kept.state == "kept"
    assert kept.why.startswith("refused: ")


async def test_the_comment_of_somebody_else_stays_unless_one_is_an_admin(
    two: House, server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, actions = two.workspace.withdrawals, two.workspace._store.actions
    theirs = [one.replace(mine=False, author="Cy") for one in actions.signed(ANA)]
    monkeypatch.setattr(actions, "signed", lambda _: theirs)
    assert [one.state for one in here.notes([("email", ANA)])] == ["deleted"]
    with db.writing(server.engine) as connection:
        connection.exec_driver_sql("UPDATE membership SET member_type = 'normal'")
    await two.workspace.boards.pull(two.board_id)
    (kept,) = here.notes([("email", ANA)])
    assert (kept.state, kept.why) == (
        "kept",
        "Cy wrote it: only they or an admin of the board can delete it",
    )


async def test_what_somebody_typed_stays_although_a_line_of_a_finding_is_in_it(two: House) -> None:
    (found,) = two.workspace.withdrawals.notes([("email", ANA)])
    text = two.workspace.cards.comments(found.card_id)[0].text
    typed = [
        f"rang her, call again\n{text}",
        f"{text}\nrang her, call again",
        f"**Ana Reid** wants a quote\n{text.splitlines()[-1]}",
        f"> {text}",
    ]
    for each in typed:
        await two.make(f"/cards/{found.card_id}/actions/comments", text=each)
    await two.workspace.boards.pull(two.board_id)
    here = two.workspace.withdrawals
    assert [one.comment_id for one in here.notes([("email", ANA)])] == [found.comment_id]
    told = await here.settled(await here.opt_out([("email", ANA, "")]))
    assert {one.text for one in told.stays if one.part == "comment"} == set(typed)
    assert {one.text for one in two.workspace.cards.comments(found.card_id)} == set(typed)
    actions = (await two.http.get(f"/cards/{found.card_id}/actions")).json()
    assert {one["data"]["text"] for one in actions if one["type"] == "commentCard"} == set(typed)


async def test_on_a_board_that_may_only_be_read_it_stays(two: House, server: LocalServer) -> None:
    with db.writing(server.engine) as connection:
        connection.exec_driver_sql("UPDATE membership SET member_type = 'observer'")
    await two.workspace.boards.pull(two.board_id)
    here = two.workspace.withdrawals
    told = await here.opt_out([("email", ANA, "")])
    (kept,) = told.notes
    assert (kept.state, "as an observer" in kept.why) == ("kept", True)
    assert await here.settled(told) == told
    assert "Ana Reid" in await comments(two)


async def test_an_archived_card_is_fetched_for_it(two: House) -> None:
    (found,) = two.workspace.withdrawals.notes([("email", ANA)])
    await two.http.put(f"/cards/{found.card_id}", data={"closed": "true"})
    await two.workspace.boards.pull(two.board_id)
    assert two.workspace.cards.get(found.card_id) is None
    (unread,) = two.workspace.withdrawals.notes([("email", ANA)])
    assert (unread.state, unread.why) == (
        "kept",
        "it cannot be read now: withdraw again when its service answers",
    )
    told = await two.workspace.withdrawals.settled(
        await two.workspace.withdrawals.opt_out([("email", ANA, "")])
    )
    assert states(told) == [(f"Ring {ANA}", "deleted")]
    assert "Ana Reid" not in await comments(two)
