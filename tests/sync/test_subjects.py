"""Whom a card names, and which cards are marked for it."""

import pytest

from tests.model.values.test_vcards import OLD
from tests.stories.world import World
from tui.model.action import NOTE_SIGNATURE
from tui.model.attachment import Attachment
from tui.model.card import Card
from tui.model.values.scalars import new_local_id
from tui.model.writes.cards import UpdateCard
from tui.model.writes.comments import AddComment
from tui.store.outbox.arrivals import Arrived
from tui.sync.subjects import mark, subjects_on


def told(world: World, card_id: str, text: str) -> None:
    """Write a comment."""
    world.do(AddComment(board_id=world.board_id, card_id=card_id, comment_id=new_local_id(), text=text))


def addresses(world: World, card_id: str) -> set[str]:
    """E-mail addresses of those whom the card names."""
    return {
        one.value
        for found in subjects_on(world.store, card_id)
        for one in found.identifiers
        if one.kind == "email"
    }


async def test_title_text_and_comments_are_read(world: World) -> None:
    card = world.card("ana@acme.example")
    world.do(UpdateCard(board_id=world.board_id, card_id=card, desc="and joe@kauri.example"))
    told(world, card, "ask may@rimu.example")
    assert addresses(world, card) == {"ana@acme.example", "joe@kauri.example", "may@rimu.example"}


async def test_a_subject_says_whether_only_a_comment_names_it(world: World) -> None:
    card = world.card("Ana Reid at Acme")
    told(world, card, "ana.reid@acme.example; joe@kauri.example is away")
    fields = {one.strongest.value: one.field for one in subjects_on(world.store, card) if one.strongest}
    assert (fields["ana.reid@acme.example"], fields["joe@kauri.example"]) == ("title", "comment")


@pytest.mark.parametrize("in_comment", [False, True])
async def test_a_contact_in_its_old_form_is_read_as_when_it_is_imported(
    world: World, *, in_comment: bool
) -> None:
    card = world.card("From the fair")
    if in_comment:
        told(world, card, OLD)
    else:
        world.do(UpdateCard(board_id=world.board_id, card_id=card, desc=f"They said:\n{OLD}"))
    person, firm = subjects_on(world.store, card)
    assert (person.name, person.company) == ("Wiremu Mānaia Te Rangi", "Kōwhai Point Limited")
    assert (person.value("email"), person.value("phone")) == ("wiremu@kowhaipoint.example", "+64275320178")
    assert (firm.type, firm.name) == ("company", "Kōwhai Point Limited")
    assert await mark(world.store, [card], world.clock)
    face = world.store.cards.face(card)
    assert face is not None
    assert face.subject


async def test_a_comment_that_we_attached_names_nobody_new(world: World) -> None:
    card = world.card("buy milk")
    told(world, card, f"**Ana Reid**\n- E-mail: ana@acme.example\n\n{NOTE_SIGNATURE} email:ana@acme.example")
    assert addresses(world, card) == set()


def filed(world: World, title: str, name: str) -> str:
    """A card with a file, as the service tells it. Returns its id."""
    address = "https://boards.kauri.example/1/cards/x/attachments/y/download/cv.pdf"
    file = Attachment(id="f" * 24, name=name, url=address, is_upload=True)
    card = Card(
        id="c" * 24, id_board=world.board_id, id_list=world.first, name=title, pos=1.0, attachments=(file,)
    )
    world.store.arrive(Arrived(cards=(card,))).result()
    return card.id


@pytest.mark.parametrize(
    "name", ["CV - Ana Reid.pdf", "Resume Reid.pdf", "Ana_Reid_Resume_2026.docx", "Quote Kea Freight.pdf"]
)
async def test_a_file_is_nobodys_employer(world: World, name: str) -> None:
    card = filed(world, "Ana Reid – forklift", name)
    assert [(one.name, one.company, one.identifiers) for one in subjects_on(world.store, card)] == [
        ("Ana Reid", None, ())
    ]


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("CV - Ana_Reid (final) v2.pdf", "Ana Reid"),
        ("Quote Harbourlight Pty Ltd.pdf", "Harbourlight Pty Ltd"),
        ("Police check.pdf", None),
    ],
)
async def test_a_file_tells_whom_a_card_is_about_that_names_nobody(
    world: World, name: str, subject: str | None
) -> None:
    card = filed(world, "ring back", name)
    assert [one.name for one in subjects_on(world.store, card)] == [subject] * (subject is not None)
    assert await mark(world.store, (card,), world.clock)
    face = world.store.cards.face(card)
    assert face is not None
    assert face.subject is (subject is not None)


async def test_a_card_that_is_gone_names_nobody(world: World) -> None:
    assert subjects_on(world.store, new_local_id()) == []


async def test_cards_are_marked_once_and_again_when_they_change(world: World) -> None:
    person, chore = world.card("ana@acme.example"), world.card("buy milk", 2)
    assert await mark(world.store, (person, chore), world.clock)
    faces = [world.store.cards.face(ident) for ident in (person, chore)]
    assert [face.subject if face else None for face in faces] == [True, False]
    assert not await mark(world.store, (person, chore), world.clock)
    world.do(UpdateCard(board_id=world.board_id, card_id=chore, name="joe@kauri.example"))
    assert await mark(world.store, (person, chore), world.clock)
    face = world.store.cards.face(chore)
    assert face is not None
    assert face.subject


async def test_a_batch_is_no_longer_than_it_may_be(world: World) -> None:
    world.do(*(world.new_card(f"card {number}", float(number)) for number in range(1, 103)))
    cards = [face.id for face in world.store.cards.faces(world.first)]
    world.clock.slept.clear()
    assert await mark(world.store, cards, world.clock)
    assert len(list(world.store.cards.unread(cards))) == 2
    assert world.clock.slept == [0.002] * 20, "keys have their turn in between"
    assert await mark(world.store, cards, world.clock)
    assert not await mark(world.store, cards, world.clock)
