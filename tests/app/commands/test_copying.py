"""Copying a card or a text of it, and templates."""

from tests.app.fakes import fake, fake_page
from tests.app.screens.conftest import first
from tui.app.commands.copying import Copy, MakeTemplate, NewFromTemplate
from tui.model.card import Card

ANA = Card(
    id="c1", id_board="b1", id_list="l1", name="Ring Ana", desc="First line\nsecond", short_url="https://x/c1"
)


def page(*answers, cards=(ANA,), templates=(), **more):
    """A page with the cursor on the first card, on a workspace that notes what it is asked to do."""
    made, sent = [], []

    async def copy(card_id, **how):
        made.append((card_id, how))
        return f"copy {len(made)}"

    async def copy_all(card_ids):
        made.extend(card_ids)

    async def submit_each(writes):
        sent.extend(writes)
        return []

    known = {card.id: card for card in cards}
    workspace = fake(
        cards=fake(get=known.get, copy=copy, copy_all=copy_all, templates=lambda: list(templates)),
        writes=fake(submit_each=submit_each),
        boards=fake(all=lambda: [fake(id="b1", name="Leads"), fake(id="b2", name="Team")]),
    )
    faces = tuple(fake(id=card.id, name=card.name) for card in cards)
    fields = {
        "card": next(iter(faces), None),
        "cards": faces,
        "board": fake(id="b1"),
        "board_list": None,
    } | more
    return fake_page(*answers, workspace=workspace, made=made, sent=sent, **fields)


async def test_only_texts_that_the_card_has_are_offered_and_one_is_copied():
    context = page("description")
    await Copy().run(context)
    [(_, how)] = context.asked
    assert [(one.value, one.note) for one in how["choices"][1:]] == [
        ("address", "https://x/c1"),
        ("title", "Ring Ana"),
        ("description", "First line"),
        ("id", "c1"),
    ]
    assert context.done == [("copy", "First line\nsecond", "its description")]
    bare = page(None, cards=(ANA.replace(desc="", short_url=""),))
    await Copy().run(bare)
    assert [one.value for one in bare.asked[0][1]["choices"]] == ["card", "title", "id"]
    assert bare.done == bare.made == []


async def test_a_long_text_is_one_line_of_the_box_at_eighty_columns():
    context = page(None, cards=(ANA.replace(desc="word " * 40),))
    await Copy().run(context)
    line = next(one for one in context.asked[0][1]["choices"] if one.value == "description")
    assert len(f"{line.text}  {line.note}") <= 68
    assert line.note.endswith("…")


async def test_a_card_is_copied_and_that_can_be_undone():
    context = page("card")
    await Copy().run(context)
    assert context.made == ["c1"]
    assert context.done == [("tell", "copied “Ring Ana”", {"undo": True})]


async def test_all_selected_cards_are_copied_and_so_is_a_line_of_each():
    both = (ANA, ANA.replace(id="c2", name="Ring Bo", short_url="https://x/c2"))
    context = page("card", cards=both)
    await Copy().run(context)
    [(title, how)] = context.asked
    assert title == "Copy 2 cards"
    assert [one.value for one in how["choices"]] == ["card", "address", "title", "id"]
    assert context.made == ["c1", "c2"]
    assert context.done == [("tell", "copied 2 cards", {"undo": True})]
    context = page("address", cards=both)
    await Copy().run(context)
    assert context.done == [("copy", "https://x/c1\nhttps://x/c2", "their addresses")]


def test_without_a_card_there_is_nothing_to_copy():
    empty = page(cards=())
    assert Copy().refuse(empty) == MakeTemplate().refuse(empty) == "no card has the cursor"
    assert Copy().refuse(page()) is MakeTemplate().refuse(page()) is None


async def test_cards_become_templates_unless_all_are():
    both = (ANA, ANA.replace(id="c2", is_template=True))
    context = page(cards=both)
    await MakeTemplate().run(context)
    assert [(write.card_id, write.is_template) for write in context.sent] == [("c1", True), ("c2", True)]
    assert context.done == [("tell", "g N makes cards of it", {"undo": True})]
    context = page(cards=both[1:])
    await MakeTemplate().run(context)
    assert [(write.card_id, write.is_template) for write in context.sent] == [("c2", False)]
    assert context.done == [("tell", "an ordinary card again", {"undo": True})]


def test_a_card_of_a_template_needs_a_list_and_a_template():
    here = fake(id="l1", id_board="b1", name="To do")
    command = NewFromTemplate()
    assert command.refuse(page(templates=(ANA,))) == "no list has the cursor"
    assert command.refuse(page(board_list=here)) == "no card is a template: g T makes one"
    assert command.refuse(page(board_list=here, templates=(ANA,))) is None


async def test_a_single_template_is_not_asked_about_and_its_title_is_offered():
    here = fake(id="l1", id_board="b1", name="To do")
    context = page("Ring Bo", board_list=here, templates=(ANA,))
    await NewFromTemplate().run(context)
    [(title, how)] = context.asked
    assert (title, how["offer"]) == ("Title of the card in To do", "Ring Ana")
    assert context.made == [("c1", {"list_id": "l1", "name": "Ring Bo", "comments": False})]
    assert context.done == [
        ("show_cards", ["copy 1"]),
        ("tell", "added “Ring Bo” from “Ring Ana”", {"undo": True}),
    ]


async def test_templates_of_the_open_board_come_first_and_giving_up_adds_nothing():
    here = fake(id="l1", id_board="b2", name="To do")
    own = ANA.replace(id="c2", id_board="b2", name="Our own")
    context = page(None, board_list=here, templates=(ANA, own))
    await NewFromTemplate().run(context)
    assert [(one.text, one.note) for one in context.asked[0][1]["choices"]] == [
        ("Our own", "Team"),
        ("Ring Ana", "Leads"),
    ]
    assert context.made == context.done == []
    given_up = page("c1", None, board_list=here, templates=(ANA, own))
    await NewFromTemplate().run(given_up)
    assert given_up.made == given_up.done == []


async def test_a_card_and_its_address_are_copied(play):
    async with play() as p:
        card = p.workspace.cards.get(first(p))
        await p.press("y", *"address", "enter")
        await p.until(lambda: p.app.clipboard == card.short_url)
        await p.press("y", "enter")
        here = card.id_list
        await p.until(lambda: [f.name for f in p.workspace.cards.faces(here)].count(card.name) == 2)
