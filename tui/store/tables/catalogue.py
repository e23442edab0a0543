"""The catalogue of all tables whose rows writes change."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tui.store.tables.actions import COMMENTS
from tui.store.tables.boards import BOARDS
from tui.store.tables.card_rows import CARDS
from tui.store.tables.checklists import CHECKLISTS
from tui.store.tables.labels import LABELS
from tui.store.tables.lists import LISTS
from tui.store.tables.notifications import NOTIFICATIONS

if TYPE_CHECKING:
    from tui.model.change import Noun
    from tui.store.tables.rows import Table

TABLES: Mapping[Noun, Table[Any]] = MappingProxyType(
    {table.noun: table for table in (BOARDS, LISTS, LABELS, CHECKLISTS, COMMENTS, NOTIFICATIONS, CARDS)}
)
"""The tables by noun, with parts before the cards that count them."""
