"""The directory's tables on both engines."""

import pytest
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex

from tui.server.enrich.tables import companies


@pytest.mark.parametrize("dialect", [sqlite.dialect(), postgresql.dialect()], ids=["sqlite", "postgresql"])
def test_one_record_a_value_and_many_without_one(dialect):
    made = {index.name: str(CreateIndex(index).compile(dialect=dialect)) for index in companies.indexes}
    [domain] = [text for text in made.values() if "(domain)" in text]
    assert domain.endswith("WHERE domain <> ''")
    [number] = [text for text in made.values() if "(number)" in text]
    assert "WHERE" not in number
    assert number.startswith("CREATE UNIQUE INDEX")
