"""The tables of the action log, and of reactions: members' emoji on comments."""

from sqlalchemy import JSON, Column, ForeignKey, Index, Table, Text, UniqueConstraint
from sqlalchemy.engine.default import DefaultExecutionContext

from tui.server.tables.columns import extra, ident, metadata, of, text


def changed_field(context: DefaultExecutionContext) -> str | None:
    """Return the first key of ``data.old``, the changed field, for filters such as ``updateCard:idList``."""
    given = context.get_current_parameters()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    old = given["data"].get("old")
    return next(iter(old), None) if isinstance(old, dict) else None


# Cards, lists and members have no foreign keys: the log outlives them.
actions = Table(
    "action",
    metadata,
    ident(),
    Column("type", Text, nullable=False),
    Column("date", Text, nullable=False),
    Column("id_member_creator", Text),
    Column("id_board", Text, ForeignKey("board.id", ondelete="CASCADE")),
    Column("id_list", Text),
    Column("id_card", Text),
    # The member an action affects (addMemberToCard …), who may differ from the creator of the action.
    Column("id_member", Text),
    Column("data", JSON, nullable=False),
    Column("changed", Text, default=changed_field),
    extra(),
    Index("action_of_board", "id_board", "id"),
    Index("action_of_card", "id_card", "type", "id"),
    Index("action_of_list", "id_list", "id"),
    Index("action_of_creator", "id_member_creator", "id"),
)

reactions = Table(
    "reaction",
    metadata,
    ident(),
    of("id_action", "action"),
    of("id_member", "member"),
    # The code points in hexadecimal, 1F44D, which identify the emoji.
    text("unified"),
    Column("emoji", JSON, nullable=False),
    UniqueConstraint("id_action", "id_member", "unified"),
    Index("reaction_of_action", "id_action", "id"),
)
