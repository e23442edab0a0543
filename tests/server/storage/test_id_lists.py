"""Lists of ids as one bound value: the same rows as with a placeholder for each id, on each engine."""

from sqlalchemy import String, column, insert, select
from sqlalchemy.dialects import postgresql

from tui.server.storage import db
from tui.server.storage.id_lists import among, id_text


def test_it_finds_the_rows_of_the_ids_and_no_others(empty_storage):
    idents = [f"{number:024x}" for number in range(2500)] + ['odd "\\ é資😀']
    query = select(db.members.c.id).where(among(db.members.c.id, "idents"))
    with db.writing(empty_storage) as connection:
        connection.execute(insert(db.members), [{"id": one, "username": one} for one in idents])
        for wanted in ([], idents[:1], idents[-1:], idents[::3], [*idents, "x' OR 1"]):
            found = set(connection.scalars(query, {"idents": id_text(wanted)}))
            assert found == set(wanted) & set(idents)


def test_its_statement_has_one_placeholder_however_many_ids_there_are():
    where = among(column("id", String), "idents")
    assert str(where) == "id IN (SELECT value FROM json_each(:idents))"
    text = str(where.compile(dialect=postgresql.dialect()))
    assert text == "id IN (SELECT jsonb_array_elements_text(CAST(%(idents)s::VARCHAR AS jsonb)))"


def test_an_index_finds_the_rows(empty_storage):
    where = among(db.card_labels.c.id_card, "cards")
    query = select(db.card_labels.c.id_label).where(where)
    with db.reading(empty_storage) as connection:
        if connection.dialect.name != "sqlite":
            return
        text = f"EXPLAIN QUERY PLAN {query.compile(dialect=connection.dialect)}"
        plan = [row[3] for row in connection.exec_driver_sql(text, ("[]",))]
    assert plan[0].startswith("SEARCH card_label USING")
