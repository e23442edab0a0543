"""Places among siblings, whatever is asked in whatever order."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select, update

from tui.model.position import TOO_CLOSE
from tui.server.rights.positions import LISTS
from tui.server.storage import db


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    made = db.connect(tmp_path_factory.mktemp("places") / "server.db")
    with db.writing(made) as connection:
        db.create(connection)
        connection.execute(insert(db.boards).values(id="b", short_link="b"))
    yield made
    made.dispose()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["top", "bottom", "before", "number"]), st.floats(0.001, 1e12)),
        min_size=1,
        max_size=25,
    )
)
def test_things_land_where_they_were_put_and_never_touch(engine, moves):
    with db.writing(engine) as connection:
        connection.execute(db.lists.delete())
        order: list[str] = []
        for i, (how, number) in enumerate(moves):
            ident = f"{i:04}"
            poses = {row.id: row.pos for row in connection.execute(select(db.lists.c.id, db.lists.c.pos))}
            pos = _asked(connection, how, number, order, poses)
            connection.execute(insert(db.lists).values(id=ident, id_board="b", pos=pos))
            expected = sorted([*order, ident], key=lambda each: ({**poses, ident: pos}[each], each))
            respaced = LISTS.respace(connection, "b", ident, pos)
            found = connection.execute(
                select(db.lists.c.id, db.lists.c.pos).order_by(db.lists.c.pos, db.lists.c.id)
            ).all()
            order = [row.id for row in found]
            assert order == expected
            settled = {row.id: row.pos for row in found}
            assert respaced or settled == {**poses, ident: pos}
            assert all(b.pos - a.pos >= TOO_CLOSE for a, b in pairwise(found))
            assert found[0].pos >= TOO_CLOSE


def _asked(connection, how, number, order, poses):
    if how == "number":
        return number
    if how == "before" and len(order) > 1:
        return (poses[order[0]] + poses[order[1]]) / 2
    return LISTS.new_position(connection, "b", "bottom" if how == "before" else how)


def _pos(connection, ident):
    return connection.scalar(select(db.lists.c.pos).where(db.lists.c.id == ident))


def test_spreading_touches_no_other_parent(engine):
    with db.writing(engine) as connection:
        connection.execute(db.lists.delete())
        connection.execute(insert(db.boards).values(id="c", short_link="c"))
        rows = [{"id": f"{board}{i}", "id_board": board, "pos": 5.0} for board in "bc" for i in range(3)]
        connection.execute(insert(db.lists), rows)
        assert LISTS.respace(connection, "b", "b1", 5.0)
        assert _pos(connection, "b1") == 32768
        connection.execute(update(db.boards).values(name="x"))
        kept = connection.scalars(select(db.lists.c.pos).where(db.lists.c.id_board == "c"))
        assert list(kept) == [5.0] * 3


def test_an_archived_sibling_is_in_nobodys_way(engine):
    with db.writing(engine) as connection:
        connection.execute(db.lists.delete())
        rows = [
            {"id": "a", "id_board": "b", "pos": 5.0, "closed": False},
            {"id": "gone", "id_board": "b", "pos": 7.5, "closed": True},
            {"id": "new", "id_board": "b", "pos": 7.5, "closed": False},
        ]
        connection.execute(insert(db.lists), rows)
        assert not LISTS.respace(connection, "b", "new", 7.5)
        assert (_pos(connection, "a"), _pos(connection, "new")) == (5.0, 7.5)
        connection.execute(update(db.lists).where(db.lists.c.id == "gone").values(closed=False))
        assert LISTS.respace(connection, "b", "new", 7.5)
        assert _pos(connection, "new") != 7.5
