"""A storage with every table and an empty directory."""

import pytest

from tui.server import db
from tui.server.enrich import tables  # noqa: F401 - so that they are made


@pytest.fixture(params=["sqlite", "postgres"])
def engine(request, tmp_path):
    target = (
        tmp_path / "server.db" if request.param == "sqlite" else request.getfixturevalue("postgres_database")
    )
    made = db.connect(target)
    with db.writing(made) as connection:
        db.create(connection)
    yield made
    made.dispose()
