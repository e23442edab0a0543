"""What is in attached files, which no export has: it outlives an import, and what is lacking is told."""

import pytest
from sqlalchemy import insert, select

from tests.server.exports import documents
from tests.server.exports.documents import OWNER, card, ident, take
from tui.server.exports.document import TransferError
from tui.server.storage import db

FILE, LINK = ident(70), ident(71)
ATTACHED = [
    {"id": FILE, "name": "notes.txt", "url": "https://files.example/notes.txt", "isUpload": True, "bytes": 5},
    {"id": LINK, "name": "a page", "url": "https://firm.example", "isUpload": False},
]


@pytest.fixture
def engine(empty_storage):
    """A server's database on each engine: what is kept meanwhile is in a table of its own."""
    with db.writing(empty_storage) as connection:
        connection.execute(insert(db.members).values(id=OWNER, username="local"))
    return empty_storage


def document(**changes):
    return documents.board(cards=[card(attachments=ATTACHED)]) | changes


def filled(engine):
    """Import the board, and put something into its file."""
    take(engine, document())
    with db.writing(engine) as connection:
        connection.execute(insert(db.uploads).values(id_attachment=FILE, content=b"hello"))


def contents(engine):
    with db.reading(engine) as connection:
        query = select(db.uploads.c.id_attachment, db.uploads.c.content)
        return {row.id_attachment: row.content for row in connection.execute(query)}


def test_what_an_export_lacks_is_told(engine):
    [note] = take(engine, document()).skipped
    said = "what is in a file: an export has names and addresses only"
    assert (note.place, note.reason) == ("attachments", said)
    assert take(engine, document()).skipped == ()


def test_a_file_is_whole_after_its_board_was_replaced(engine):
    filled(engine)
    report = take(engine, document(name="Renamed"), mode="replace")
    assert (report.outcome, report.skipped, contents(engine)) == ("replaced", (), {FILE: b"hello"})
    # Twice: what kept it meanwhile is gone.
    take(engine, document(name="Again"), mode="replace")
    assert contents(engine) == {FILE: b"hello"}


def test_a_file_goes_with_the_card_that_the_export_lacks(engine):
    filled(engine)
    take(engine, documents.board(cards=[]), mode="replace")
    assert contents(engine) == {}


def test_the_files_of_a_copy_are_whole_too(engine):
    filled(engine)
    report = take(engine, document(), mode="copy")
    assert (report.outcome, report.skipped) == ("copied", ())
    assert list(contents(engine).values()) == [b"hello", b"hello"]


def test_a_board_does_not_get_what_is_in_the_files_of_another(engine):
    filled(engine)
    [note] = take(engine, document(id=ident(2)), mode="copy").skipped
    assert note.place == "attachments"
    assert contents(engine) == {FILE: b"hello"}


def test_a_refused_import_leaves_the_files_as_they_are(engine):
    filled(engine)
    with pytest.raises(TransferError):
        take(engine, document(name="Renamed"))
    assert contents(engine) == {FILE: b"hello"}


def test_a_board_is_replaced_after_an_attempt_that_failed_halfway(engine, monkeypatch):
    filled(engine)

    def fail(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("tui.server.exports.transfer.write", fail)
        with pytest.raises(OSError, match="no space"):
            take(engine, document(name="Renamed"), mode="replace")
    assert contents(engine) == {FILE: b"hello"}
    assert take(engine, document(name="Renamed"), mode="replace").outcome == "replaced"
    assert contents(engine) == {FILE: b"hello"}
