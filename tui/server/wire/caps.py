"""Caps on the contents of a board: reported in ``limits``, enforced on creation (docs/reference/board.md, 5.4).

The embedded server only reports them: an import may exceed any cap, and the disk is the user's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Join, Select, func, literal, select

from tui.server.pipeline.params import Refused
from tui.server.storage import db

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

_cards, _lists, _labels = db.cards.c, db.lists.c, db.labels.c
_checklists, _items, _attachments = db.checklists.c, db.check_items.c, db.attachments.c
_fields, _options, _stickers, _members = (
    db.custom_fields.c,
    db.custom_field_options.c,
    db.stickers.c,
    db.memberships.c,
)


@dataclass(frozen=True, slots=True, eq=False)
class Cap:
    """One cap on how many objects of a kind an owner may hold.

    Attributes:
        most: The largest allowed count.
        warn: The count from which ``limits`` reports the count.
        owner: Column with the id of the owner; None if this server has nothing of the kind.
        source: The join that has both columns, when they are in two tables.
        only: Condition for a row to count; None for all rows.
    """

    group: str
    name: str
    most: int
    warn: int
    board: ColumnElement[Any] | None = None
    owner: ColumnElement[Any] | None = None
    source: Join | None = None
    only: ColumnElement[bool] | None = None

    @property
    def counted(self) -> Any:
        """The table whose rows are counted; None if this server has nothing of the kind."""
        if self.board is None:
            return None
        return self.board.table if self.source is None else self.source.left

    def rows(self, *columns: Any) -> Select[Any]:
        """Select ``columns`` of the rows that count."""
        query = select(*columns) if self.source is None else select(*columns).select_from(self.source)
        return query if self.only is None else query.where(self.only)


_on_cards = db.attachments.join(db.cards)
CAPS = (
    Cap("attachments", "perBoard", 36_000, 28_800, _cards.id_board, _cards.id_board, _on_cards),
    Cap("attachments", "perCard", 1_000, 800, _cards.id_board, _attachments.id_card, _on_cards),
    Cap("boards", "totalMembersPerBoard", 1_600, 1_280, _members.id_board, _members.id_board),
    Cap("boards", "totalAccessRequestsPerBoard", 4_000, 3_200),
    Cap("cards", "openPerBoard", 5_000, 4_000, _cards.id_board, _cards.id_board, only=_cards.closed.is_(False)),
    Cap("cards", "openPerList", 5_000, 4_000, _cards.id_board, _cards.id_list, only=_cards.closed.is_(False)),
    Cap("cards", "totalPerBoard", 2_000_000, 1_600_000, _cards.id_board, _cards.id_board),
    Cap("cards", "totalPerList", 1_000_000, 800_000, _cards.id_board, _cards.id_list),
    Cap("checklists", "perBoard", 1_800_000, 1_440_000, _checklists.id_board, _checklists.id_board),
    Cap("checklists", "perCard", 500, 400, _checklists.id_board, _checklists.id_card),
    Cap(
        "checkItems", "perChecklist", 200, 160, _checklists.id_board, _items.id_checklist,
        db.check_items.join(db.checklists),
    ),
    Cap("customFields", "perBoard", 50, 40, _fields.id_board, _fields.id_board),
    Cap(
        "customFieldOptions", "perField", 50, 40, _fields.id_board, _options.id_custom_field,
        db.custom_field_options.join(db.custom_fields),
    ),
    Cap("labels", "perBoard", 1_000, 800, _labels.id_board, _labels.id_board),
    Cap("lists", "openPerBoard", 500, 400, _lists.id_board, _lists.id_board, only=_lists.closed.is_(False)),
    Cap("lists", "totalPerBoard", 3_000, 2_400, _lists.id_board, _lists.id_board),
    Cap("stickers", "perCard", 70, 56, _cards.id_board, _stickers.id_card, db.stickers.join(db.cards)),
    Cap("reactions", "perAction", 900, 720),
    Cap("reactions", "uniquePerAction", 17, 14),
)  # fmt: skip
"""Every cap of a board."""

_BY_PATH = {f"{cap.group}.{cap.name}": cap for cap in CAPS}


def require_room(call: Call, path: str, owner: str, more: int = 1) -> None:
    """Refuse to make ``more`` objects when they would exceed a cap.

    Args:
        call: The request.
        path: Name of the cap, such as ``cards.openPerList``.
        owner: Id of the object that would hold them.
        more: How many would be made.

    Raises:
        Refused: 403, with the cap as JSON.
    """
    cap = _BY_PATH[path]
    if not call.capped or cap.owner is None:
        return
    # A row at the offset of the first place needed shows that there is no room, without a full count.
    last = cap.rows(cap.owner).where(cap.owner == owner).offset(max(cap.most - more, 0)).limit(1)
    if more > cap.most or call.connection.execute(last).first() is not None:
        limits = {cap.group: {cap.name: _limit_status(cap, cap.most)}}
        message = f"{path} limit exceeded: there is room for {cap.most}"
        raise Refused(HTTPStatus.FORBIDDEN, {"message": message, "error": "LIMIT_EXCEEDED", "limits": limits})


def limits_of(call: Call, boards: Iterable[str]) -> dict[str, Json]:
    """Return the ``limits`` of boards by board id; a cap's count is that of its fullest owner."""
    ids = list(boards)
    found: dict[str, Json] = {ident: {} for ident in ids}
    many = call.connection.execute(_enough_query(CAPS)).one()
    crowds = {
        cap: counts
        for same, enough in zip(_caps_by_table(CAPS), many, strict=True)
        if enough and (counts := _counts_per_board(call, same, ids))
        for cap in same
    }
    for cap in CAPS:
        fullest = _fullest(call, cap, crowds.get(cap, {}))
        for ident in ids:
            found[ident].setdefault(cap.group, {})[cap.name] = _limit_status(cap, fullest.get(ident, 0))
    return found


@cache
def _caps_by_table(caps: tuple[Cap, ...]) -> list[list[Cap]]:
    """Group the caps by the table they count."""
    found: dict[str, list[Cap]] = {}
    for cap in caps:
        if cap.counted is not None:
            found.setdefault(cap.counted.name, []).append(cap)
    return list(found.values())


@cache
def _enough_query(caps: tuple[Cap, ...]) -> Select[Any]:
    """Select, per counted table, whether all boards together have enough rows for any cap's warning.

    Built once, because it runs for every board.
    """
    enough: list[Any] = [
        select(literal(1)).select_from(same[0].counted).offset(_lowest_warning(same) - 1).limit(1).exists()
        for same in _caps_by_table(caps)
    ]
    return select(*enough)


def _lowest_warning(caps: list[Cap]) -> int:
    return min(cap.warn for cap in caps)


def _counts_per_board(call: Call, same: list[Cap], ids: list[str]) -> dict[str, int]:
    """Count a table's rows per board, for boards where any of its caps may need a warning.

    Owners and conditions are left to ``_fullest``, because nearly every board is far below every cap.
    """
    cap, held = same[0], func.count()
    if cap.board is None:
        return {}
    query = select(cap.board, held).select_from(cap.counted if cap.source is None else cap.source)
    query = query.where(cap.board.in_(ids)).group_by(cap.board).having(held >= _lowest_warning(same))
    return {row[0]: row[1] for row in call.connection.execute(query)}


def _fullest(call: Call, cap: Cap, crowds: dict[str, int]) -> dict[str, int]:
    """Return the largest count of one owner per board, for boards where it reaches the warning."""
    ids = [board for board, count in crowds.items() if count >= cap.warn]
    if cap.board is None or cap.owner is None or not ids:
        return {}
    held = func.count()
    query = cap.rows(cap.board, held).where(cap.board.in_(ids)).group_by(cap.board, cap.owner)
    fullest: dict[str, int] = {}
    for board, count in call.connection.execute(query.having(held >= cap.warn)):
        fullest[board] = max(count, fullest.get(board, 0))
    return fullest


def _limit_status(cap: Cap, held: int) -> Json:
    limit: Json = {"status": "ok", "disableAt": cap.most, "warnAt": cap.warn}
    if held >= cap.warn:
        status = "warn" if held < cap.most else "disabled" if held == cap.most else "maxExceeded"
        limit |= {"status": status, "count": held}
    return limit
