"""Writes of files and links on a card."""

import pytest

from tests.model.writes.shown import BoardView
from tui.model.attachment import Attachment
from tui.model.card import Badges, Card
from tui.model.writes.attachments import AddLink, RemoveAttachment, UploadFile

AT = {"board_id": "b", "card_id": "k", "attachment_id": "a"}
ANA = Card(id="k", id_board="b", name="Ana")


def test_a_link_is_called_by_its_address_where_it_has_no_name() -> None:
    write = AddLink(**AT, url="https://x.example")
    after = write.apply(ANA)
    assert after is not None
    assert [(one.name, one.url) for one in after.attachments] == [("https://x.example", "https://x.example")]
    assert after.badges.attachments == 1
    assert write.apply(after) is after
    assert write.apply(None) is None
    assert write.inverse(BoardView()).writes == (RemoveAttachment(**AT),)


def test_a_file_is_shown_with_its_size() -> None:
    write = UploadFile(**AT, name="price.pdf", spooled="s", size=7, mime_type="application/pdf")
    after = write.apply(ANA)
    assert after is not None
    [file] = after.attachments
    assert (file.name, file.bytes, file.is_upload, file.mime_type) == (
        "price.pdf",
        7,
        True,
        "application/pdf",
    )
    assert write.inverse(BoardView()).writes == (RemoveAttachment(**AT),)
    assert write.apply(None) is None


@pytest.mark.parametrize(("counted", "left"), [(1, 0), (5, 4), (0, 0)])
def test_the_service_may_count_more_than_it_sent(counted: int, left: int) -> None:
    card = ANA.replace(attachments=(Attachment(id="a"),), badges=Badges(attachments=counted))
    after = RemoveAttachment(**AT).apply(card)
    assert after is not None
    assert (after.attachments, after.badges.attachments) == ((), left)
    assert RemoveAttachment(**AT).apply(after) is after


def test_a_link_comes_back_and_a_file_does_not() -> None:
    link = Attachment(id="a", name="Brief", url="https://x.example")
    back = RemoveAttachment(**AT).inverse(BoardView(ANA.replace(attachments=(link,))))
    assert back.writes == (
        AddLink(**AT | {"attachment_id": back.renames["a"]}, url="https://x.example", name="Brief"),
    )
    file = Attachment(id="a", name="a.pdf", is_upload=True)
    for shown in (BoardView(ANA.replace(attachments=(file,))), BoardView(ANA), BoardView()):
        assert RemoveAttachment(**AT).inverse(shown).writes == ()


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (AddLink(**AT, url="https://x.example", name="Brief"), "Attached “Brief” to “K”"),
        (AddLink(**AT, url="https://x.example"), "Attached “https://x.example” to “K”"),
        (UploadFile(**AT, name="", spooled="s", size=1), "Attached a file to “K”"),
        (RemoveAttachment(**AT), "Took an attachment off “K”"),
    ],
)
def test_words(write: AddLink, words: str) -> None:
    assert write.describe(str.upper) == words
