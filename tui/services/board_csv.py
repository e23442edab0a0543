"""A board's cards as a CSV table, which a spreadsheet opens and ``cardscout import`` reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tui.model.board import TABLE_COLUMNS
from tui.model.filter.finished import is_finished
from tui.services.export import join_cells, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from tui.model.card import Card
    from tui.model.checklist import CheckItem
    from tui.store.store import Store


def board_csv(store: Store, board_id: str) -> str:
    """Return the open cards of a board as CSV, list by list, in their order."""
    with store.snapshot():
        return table(TABLE_COLUMNS, _rows(store, board_id))


def _rows(store: Store, board_id: str) -> Iterator[Mapping[str, object]]:
    labels = {one.id: one.name or one.color or "" for one in store.labels.of_board(board_id)}
    people = [one for one in (store.members.me(), *store.members.of_board(board_id)) if one is not None]
    members = {one.id: one.display_name for one in people}
    for home in store.lists.of_board(board_id):
        for card in store.cards.of_list(home.id):
            yield {**_row(card, home.name, labels, members), "checklist items": _items(store, card, members)}


def _row(
    card: Card, list_name: str, labels: Mapping[str, str], members: Mapping[str, str]
) -> Mapping[str, object]:
    """Return the cells of a card by column; ``labels`` and ``members`` map ids to names."""
    return {
        "list": list_name,
        "title": card.name,
        "labels": join_cells(labels.get(ident, "") for ident in card.id_labels),
        "members": join_cells(members.get(ident, ident) for ident in card.id_members),
        "start": "" if card.start is None else _moment(card.start),
        "due": "" if card.due is None else _moment(card.due),
        "reminder": _reminder(card),
        "done": "yes" if is_finished(list_name, due_met=card.due_complete) else "",
        "description": card.desc,
        "address": card.short_url or card.url,
        "checklists": _progress(card),
    }


def _reminder(card: Card) -> str:
    """Return how long before its due date the card reminds; "" if it does not."""
    minutes = -1 if card.due is None or card.due_reminder is None else int(card.due_reminder)
    from tui.model.values.reminder import before_words

    return before_words(minutes) if minutes >= 0 else ""


def _progress(card: Card) -> str:
    """Return in words how many items are ticked, because a spreadsheet reads ``2/5`` as a date."""
    items = card.badges.check_items
    return f"{card.badges.check_items_checked} of {items}" if items else ""


def _moment(when: datetime) -> str:
    from tui.model.values.scalars import local_time

    return f"{local_time(when):%Y-%m-%d %H:%M}"


def _items(store: Store, card: Card, members: Mapping[str, str]) -> str:
    """Return the checklists line by line, as they are written in text: the name, and a line with a box for each item."""
    if not card.id_checklists and not card.badges.check_items:
        return ""
    lists = store.checklists.of_card(card.id)
    return "\n\n".join(
        "\n".join([_line(one.name), *(_box(item, members) for item in one.check_items)]) for one in lists
    )


def _box(item: CheckItem, members: Mapping[str, str]) -> str:
    """Return the line of an item: ``[ ] Call Ana · due 2031-02-03 09:30 · @Ben Lee``."""
    due = "" if item.due is None else f" · due {_moment(item.due)}"
    who = "" if item.id_member is None else f" · @{_line(members.get(item.id_member, item.id_member))}"
    return f"[{'x' if item.done else ' '}] {_line(item.name)}{due}{who}"


def _line(text: str) -> str:
    return " ".join(text.split())
