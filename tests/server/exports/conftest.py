"""A storage with one member, who imports."""

import pytest
from sqlalchemy import insert

from tests.server.exports.documents import OWNER
from tui.server.storage import db


@pytest.fixture
def engine(tmp_path):
    engine = db.connect(tmp_path / "server.db")
    with db.writing(engine) as connection:
        db.create(connection)
        connection.execute(insert(db.members).values(id=OWNER, username="local"))
    yield engine
    engine.dispose()
