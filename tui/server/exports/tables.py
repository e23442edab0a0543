"""Queries that load a board's rows from the tables, and inserts that write them."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from typing import Any

from sqlalchemy import Connection, Select, Table, func, insert, select
from sqlalchemy.exc import IntegrityError

from tui.model.position import STEP
from tui.server.exports.document import TransferError, derived_id
from tui.server.exports.fields import Row
from tui.server.exports.parse import TABLES, DocumentRows
from tui.server.exports.people import ADOPTED, membership
from tui.server.storage import db, text_index
from tui.server.storage.statements import insert_all

Rows = dict[str, list[Row]]
"""Rows by table name."""

BY_NAME: dict[str, Table] = {name: db.metadata.tables[name] for name in TABLES}
"""The tables of a board's rows."""

_WATCHED = ("list", "card")
_SUBSCRIBED = "subscribed"
_CHUNK = 5000
"""Ids per statement; SQLite accepts 32,766 bound values."""


def load(connection: Connection, board_id: str) -> Rows:
    """Return the rows of a board by table; every table is empty if the board does not exist."""
    cards = db.cards.c.id_board == board_id
    queries: dict[str, Select[Any]] = {
        "board": select(db.boards).where(db.boards.c.id == board_id),
        "card_label": select(db.card_labels).join(db.cards).where(cards),
        "card_member": select(db.card_members).join(db.cards).where(cards),
        "attachment": select(db.attachments).join(db.cards).where(cards),
        "check_item": select(db.check_items).join(db.checklists).where(db.checklists.c.id_board == board_id),
    }
    for name in ("custom_field_item", "sticker"):
        queries[name] = select(BY_NAME[name]).join(db.cards).where(cards)
    options = select(db.custom_field_options).join(db.custom_fields)
    queries["custom_field_option"] = options.where(db.custom_fields.c.id_board == board_id)
    for name in ("membership", "list", "label", "card", "checklist", "custom_field", "action"):
        queries[name] = select(BY_NAME[name]).where(BY_NAME[name].c.id_board == board_id)
    rows = {
        name: [dict(row) for row in connection.execute(query).mappings()] for name, query in queries.items()
    }
    _mark_watched(connection, rows)
    named = {row["id_member"] for name in ("membership", "card_member") for row in rows[name]}
    named |= {row["id_member_creator"] for row in rows["action"]}
    rows["member"] = [
        dict(row)
        for chunk in chunks(sorted(named - {None}))
        for row in connection.execute(select(db.members).where(db.members.c.id.in_(chunk))).mappings()
    ]
    return rows


def write(connection: Connection, plan: DocumentRows, owner_id: str) -> None:
    """Insert the rows of a plan, and make the importer a member of the board.

    Raises:
        TransferError: An id is taken on this server even though taken ids were exchanged.
    """
    rows = dict(plan.rows)
    rows["member"] = _new_members(connection, rows["member"])
    rows["board"] = [plan.board | {"id_organization": _organization(connection, plan.board, owner_id)}]
    rows["membership"] = _with_owner(plan, owner_id)
    with text_index.recorded_after(connection):
        for table in TABLES:
            if rows[table]:
                _insert(connection, table, rows[table])
    _write_star_and_watches(connection, plan, owner_id)


def _insert(connection: Connection, table: str, rows: Sequence[Row]) -> None:
    try:
        insert_all(connection, BY_NAME[table], rows)
    except IntegrityError as error:
        raise TransferError(
            f"an id of a {table.replace('_', ' ')} in the file is taken here", hint="--copy gives it new ids"
        ) from error


def _organization(connection: Connection, board: Row, owner_id: str) -> str | None:
    """Return the file's workspace if it exists here, or else the importer's first: clients expect one."""
    table, inside = db.organizations.c, db.organization_memberships.c
    named = board["extra"].get("idOrganization")
    if isinstance(named, str) and connection.scalar(select(table.id).where(table.id == named)):
        return named
    query = select(inside.id_organization).where(inside.id_member == owner_id, inside.deactivated.is_(False))
    return connection.scalar(query.order_by(inside.id).limit(1))


def _with_owner(plan: DocumentRows, owner_id: str) -> list[Row]:
    """Return the plan's memberships, with one for the importer added if there is none."""
    rows = list(plan.rows["membership"])
    if not any(row["id_member"] == owner_id for row in rows):
        rows.append(membership(plan.board["id"], owner_id, "admin") | {"extra": {ADOPTED: True}})
    return rows


def _write_star_and_watches(connection: Connection, plan: DocumentRows, owner_id: str) -> None:
    """Write the exporter's star and subscriptions as the importer's."""
    board_id = plan.board["id"]
    if plan.starred:
        last = connection.scalar(
            select(func.max(db.board_stars.c.pos)).where(db.board_stars.c.id_member == owner_id)
        )
        ident = derived_id(board_id, "star", owner_id)
        star = {"id": ident, "id_member": owner_id, "id_board": board_id, "pos": (last or 0) + STEP}
        connection.execute(insert(db.board_stars).values(star))
    for name in _WATCHED:
        watched = [row["id"] for row in plan.rows[name] if row[_SUBSCRIBED]]
        rows = [
            {"id": derived_id(board_id, "watch", ident), "id_member": owner_id, f"id_{name}": ident}
            for ident in watched
        ]
        if rows:
            connection.execute(insert(db.watches), rows)


def _mark_watched(connection: Connection, rows: Rows) -> None:
    """Set ``subscribed`` of each list and card: whether anybody is subscribed to it."""
    for name in _WATCHED:
        column = db.watches.c[f"id_{name}"]
        idents = [row["id"] for row in rows[name]]
        watched = {
            ident
            for chunk in chunks(idents)
            for ident in connection.scalars(select(column).where(column.in_(chunk)))
        }
        for row in rows[name]:
            row[_SUBSCRIBED] = row["id"] in watched


def _free_name(wanted: str, taken: Collection[str]) -> str:
    """Return ``wanted``, with the lowest number appended that makes it unique."""
    names = chain([wanted], (f"{wanted}{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def _new_members(connection: Connection, rows: Sequence[Row]) -> list[Row]:
    """Return the members who do not exist here yet, each with a unique user name."""
    known = {
        ident
        for chunk in chunks([row["id"] for row in rows])
        for ident in connection.scalars(select(db.members.c.id).where(db.members.c.id.in_(chunk)))
    }
    missing = [row for row in rows if row["id"] not in known]
    taken = set(connection.scalars(select(db.members.c.username))) if missing else set()
    found = []
    for row in missing:
        name = _free_name(row["username"] or f"member_{row['id'][-8:]}", taken)
        taken.add(name)
        own = {"username": row["username"]} if row["username"] not in {None, name} else {}
        found.append(row | {"username": name, "extra": row["extra"] | own})
    return found


def chunks(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """Split ``values`` into parts that fit in one statement."""
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))
