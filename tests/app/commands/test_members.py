"""Who is on a card, and who hears of it."""

import pytest

from tests.app.fakes import fake, fake_page
from tests.app.screens.conftest import first
from tui.app.commands import members
from tui.app.commands.members import AssignMe, BoardMembers, Members, Watch
from tui.app.commands.writing import GONE
from tui.errors import StoreError
from tui.model.board import Board
from tui.model.card import Card
from tui.model.member import Member
from tui.model.writes.members import RemoveBoardMember, RemoveCardMember, SetBoardMember


async def test_members_are_put_on_and_taken_off(play):
    async with play() as p:
        card = first(p)
        before = p.workspace.cards.get(card).id_members
        await p.press("at")
        await p.until(lambda: p.workspace.cards.get(card).id_members != before)
        await p.press("u")
        await p.until(lambda: p.workspace.cards.get(card).id_members == before)
        await p.press("m")
        await p.sees("Members · enter")
        await p.press("enter")
        await p.until(lambda: p.workspace.cards.get(card).id_members != before)
        await p.press("j")
        assert first(p) != card, "the box is gone once somebody was chosen"


async def test_a_card_is_watched(play):
    async with play() as p:
        card = first(p)
        await p.press("W")
        await p.until(lambda: p.workspace.cards.get(card).subscribed)
        await p.press("W")
        await p.until(lambda: not p.workspace.cards.get(card).subscribed)


ANA, BO = Member(id="ana", username="ana", full_name="Ana Reid"), Member(id="bo", username="bo")


def page(*answers, cards=(), me=ANA, **services):
    """A page with the cursor on the cards ``c1`` and ``c2``, and what it writes."""
    known, sent = {card.id: card for card in cards}, []

    async def submit_each(writes):
        for write in writes:
            if write.card_id in known:
                sent.append(write)
                had, gone = known[write.card_id].id_members, isinstance(write, RemoveCardMember)
                now = (
                    tuple(each for each in had if each != write.member_id)
                    if gone
                    else (*had, write.member_id)
                )
                known[write.card_id] = known[write.card_id].replace(id_members=now)
        left = [(write.card_id, GONE) for write in writes if write.card_id not in known]
        if len(left) == len(writes):
            raise StoreError(GONE)
        return left

    async def submit(write):
        sent.append(write)

    workspace = fake(
        cards=fake(get=known.get),
        boards=fake(
            members=lambda _: [ANA, BO], roles=lambda _: [fake(id_member="bo", member_type="observer")]
        ),
        writes=fake(submit=submit, submit_each=submit_each),
        access=fake(me=lambda: me),
        **services,
    )
    faces = tuple(fake(id=ident, name=ident) for ident in ("c1", "c2"))
    return fake_page(
        *answers, workspace=workspace, cards=faces, board=Board(id="b", name="Pipeline"), sent=sent
    )


def card(ident, *members):
    return Card(id=ident, id_board="b", id_members=members)


def changes(context):
    return [(type(write).__name__, write.card_id, write.member_id) for write in context.sent]


async def test_a_member_of_some_cards_is_put_on_the_others_and_then_taken_off_all():
    context = page("ana", "ana", None, cards=(card("c1", "ana"), card("c2")))
    for _ in range(3):
        await Members().run(context)
    assert changes(context) == [
        ("AddCardMember", "c2", "ana"),
        ("RemoveCardMember", "c1", "ana"),
        ("RemoveCardMember", "c2", "ana"),
    ]
    marks = [[choice.text for choice in how["choices"]] for _, how in context.asked]
    assert marks == [["▣ Ana Reid", "☐ bo"], ["☑ Ana Reid", "☐ bo"], ["☐ Ana Reid", "☐ bo"]]
    assert [done[1] for done in context.done] == ["Ana Reid put on “c2”", "Ana Reid taken off 2 cards"]


@pytest.mark.parametrize("there", [(), (ANA,), (ANA, BO)])
async def test_it_is_always_said_how_to_invite_somebody(there):
    context = page(None, cards=(card("c1"),))
    context.workspace.boards.members = lambda _: there
    await Members().run(context)
    said = [title for title, _ in context.asked] + [done[1] for done in context.done]
    assert any("invites people" in each for each in said)
    assert bool(context.asked) == bool(there)


async def test_a_card_that_went_meanwhile_is_left_out_and_the_others_are_changed():
    context = page(cards=(card("c2"),))
    await AssignMe().run(context)
    assert changes(context) == [("AddCardMember", "c2", "ana")]
    await AssignMe().run(context)
    assert changes(context)[1:] == [("RemoveCardMember", "c2", "ana")]
    left = " · not “c1”: that card is not there any more"
    assert [done[:2] for done in context.done] == [
        ("pick_failed", ("c1",)),
        ("tell", f"you are on 1 of 2 cards{left}"),
        ("pick_failed", ("c1",)),
        ("tell", f"you are off 1 of 2 cards{left}"),
    ]
    gone = page()
    for command in (AssignMe(), Watch()):
        with pytest.raises(StoreError):
            await command.run(gone)
    await Members().run(gone)
    assert (gone.sent, gone.asked) == ([], [])


async def test_the_member_goes_to_the_cards_that_were_shown_and_to_no_other():
    context = page("ana", cards=(card("c2"),))
    choose = context.choose

    async def meanwhile(*args, **how):
        """The cards are deleted elsewhere, and the cursor goes to the next one."""
        context.cards = (fake(id="c2", name="c2"),)
        return await choose(*args, **how)

    context.choose, context.cards = meanwhile, (fake(id="c1", name="c1"), fake(id="c2", name="c2"))
    await Members().run(context)
    assert changes(context) == [("AddCardMember", "c2", "ana")]
    known = {"c1": card("c1")}
    context = page("ana", cards=())
    choose = context.choose
    context.choose, context.cards = meanwhile, (fake(id="c1", name="c1"),)
    context.workspace.cards.get = lambda ident: known.pop(ident, None)
    with pytest.raises(StoreError):
        await Members().run(context)
    assert context.sent == []


def test_whoever_is_not_known_yet_cannot_be_put_on_a_card():
    assert "not known yet" in (AssignMe().refuse(page(me=None)) or "")
    assert AssignMe().refuse(page()) is None
    bare = page()
    bare.cards = ()
    assert {command().refuse(bare) for command in (Members, AssignMe, Watch)} == {"no card has the cursor"}


async def test_a_member_of_the_board_gets_another_role_or_is_taken_off():
    context = page("bo", "admin")
    await BoardMembers().run(context)
    (write,) = context.sent
    assert (type(write), write.member_id, write.role) == (SetBoardMember, "bo", "admin")
    assert [choice.note for choice in context.asked[0][1]["choices"]] == ["", "normal", "observer"]
    context = page("bo", "-")
    await BoardMembers().run(context)
    assert [type(write) for write in context.sent] == [RemoveBoardMember]
    assert context.done == [("tell", "bo: taken off", {"undo": True})]
    context = page("bo", None)
    await BoardMembers().run(context)
    assert context.sent == []


async def test_somebody_is_invited_once_the_service_knows_them():
    found = {"cleo": [Member(id="cleo", username="cleo")]}

    async def people(text, *, board_id):
        assert board_id == "b"
        return found.get(text, [])

    context = page(members._INVITE, "cle", "cleo", "cleo", "normal", search=fake(people=people))
    await BoardMembers().run(context)
    assert context.errors == ["the service knows nobody called “cle”"]
    (write,) = context.sent
    assert (write.member_id, write.role, write.username) == ("cleo", "normal", "cleo")
    assert context.done == [("tell", "cleo is on the board", {"undo": True})]
    # Who is typed among the members and is unknown is told under the line at once.
    context = page(f"{members._INVITE}cle", "cleo", "cleo", "normal", search=fake(people=people))
    await BoardMembers().run(context)
    (line,) = [how for title, how in context.asked if "attempt" in how]
    assert line["value"] == "cle"
    assert line["reads"]("cle").startswith("the service knows nobody called “cle”\nOnly who has an account")
    assert line["reads"]("cleo") == ""
    # A name typed among the members is looked for at once.
    context = page(f"{members._INVITE}cleo", "cleo", "normal", search=fake(people=people))
    await BoardMembers().run(context)
    assert [(write.member_id, write.role) for write in context.sent] == [("cleo", "normal")]
    assert [title for title, _ in context.asked] == ["Members of the board", "Invite", "May do"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("bo", []),
        ("ANA", []),
        ("inv", []),
        ("Cleo", ["+ invite “Cleo”"]),
        ("na7", ["+ invite “na7”"]),
        ("na", ["+ invite “na”"]),
        ("somebody", []),
    ],
)
async def test_a_name_of_the_board_is_chosen_and_only_another_is_invited(typed, offered):
    context = page(None)
    await BoardMembers().run(context)
    assert [each.text for each in context.asked[0][1]["more"](typed)] == offered


@pytest.mark.parametrize("command", [Members, BoardMembers])
async def test_a_member_is_found_by_the_username_too(command):
    context = page(None, cards=(card("c1"), card("c2")))
    await command().run(context)
    assert {each.also for each in context.asked[0][1]["choices"]} - {""} == {"ana", "bo"}
