"""The links of a card: its attachments, and those in its description and comments."""

from tests.app.fakes import fake, fake_page
from tui.app.screens.card_parts.links import choose_link
from tui.model.attachment import Attachment
from tui.model.card import Card

OFFER = Attachment(id="a1", name="The offer", url="https://firm.example/offer")
UPLOAD = Attachment(id="a2", name="offer.pdf", url="https://board.example/offer.pdf", is_upload=True)


def page(*answers, comments=()):
    """A page on a card with these comments."""
    texts = [fake(text=text) for text in comments]
    return fake_page(*answers, workspace=fake(cards=fake(comments=lambda _card: texts)))


def card(desc="", *attachments):
    return Card(id="c1", desc=desc, attachments=attachments)


async def test_a_single_link_is_opened_at_once():
    context = page()
    await choose_link(context, card("", OFFER, UPLOAD))
    assert context.asked == []
    assert context.done == [("open_address", "https://firm.example/offer")]


async def test_of_several_one_is_chosen():
    context = page("https://a.example/", comments=["see [the map](https://a.example/)"])
    await choose_link(context, card("at <https://b.example/x>", OFFER))
    assert [(one.value, one.text, one.note) for one in context.asked[0][1]["choices"]] == [
        ("https://firm.example/offer", "The offer", "https://firm.example/offer"),
        ("https://b.example/x", "https://b.example/x", ""),
        ("https://a.example/", "the map", "https://a.example/"),
    ]
    assert context.done == [("open_address", "https://a.example/")]


async def test_who_gives_up_opens_nothing():
    context = page(None, comments=["https://a.example https://b.example"])
    await choose_link(context, card())
    assert context.done == []


async def test_without_a_link_it_says_so():
    context = page()
    await choose_link(context, card("no address", UPLOAD))
    assert context.done == [("tell", "no link on this card")]
