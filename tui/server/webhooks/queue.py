"""The queue: events are written with what caused them, and taken out by one process at a time for each webhook."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, ScalarSelect, Select, bindparam, delete, insert, select, update

from tui.model.base import Json, instant_text
from tui.server.rights import access
from tui.server.storage import db
from tui.server.wire import actions

if TYPE_CHECKING:
    from tui.server.pipeline.call import Call

RETRIES = (30.0, 60.0, 120.0)
"""Seconds until an event that was not taken is sent again; then it is dropped (docs/reference/board.md, 6)."""

LEASE = 60.0
"""Seconds a process may deliver for one webhook before another takes over; longer than one delivery takes."""

_PARTS = ("board", "card", "list", "listBefore", "listAfter", "member", "organization")
_TOO_MANY = 1000
_TOO_LONG = timedelta(days=30)
"""A webhook that failed more often than that, and for longer than that, is switched off."""


def enqueue(call: Call, rows: Sequence[Json]) -> None:
    """Write events down for each active webhook that watches something the actions ``rows`` touch, in their order."""
    models = set[str]().union(*map(touched, rows))
    hooks = call.connection.execute(_watching(), {"models": sorted(models)}).all()
    if not hooks:
        return
    known: _Known = {}
    told = {row["id"]: idents for row in rows if (idents := _listening(call, row, hooks, known))}
    common = {"client": call.sent.get("x-trello-client-identifier", ""), "due": call.stamp}
    events = [
        {"id": call.new_id(), "id_webhook": ident, "action": action, **common}
        for action in _displayed(call, told)
        for ident in told[action["id"]]
    ]
    if not events:
        return
    call.connection.execute(insert(db.webhook_events), events)
    if call.webhook_sender is not None:
        call.after.append(call.webhook_sender.ring)


_Known = dict[tuple[str, str], bool]
"""Whether a member sees a board, once that was looked up."""


def _displayed(call: Call, idents: Collection[str]) -> list[Json]:
    """Logged actions as they are told, in order."""
    if not idents:
        return []
    logged = select(db.actions).where(db.actions.c.id.in_(idents)).order_by(db.actions.c.id)
    return actions.with_displays(call, call.connection.execute(logged).all())


def _listening(call: Call, row: Json, hooks: Sequence[Row[Any]], known: _Known) -> list[str]:
    """Ids of those of ``hooks`` to tell of the action ``row``.

    Everybody may watch a member and a public workspace; of what those do on boards that are hidden from the
    watcher, nothing is told. Of a board and what is on it, the delivery looks whether it is still seen.
    """
    about = touched(row)
    near = [hook for hook in hooks if hook.id_model in about]
    wide = {row["id_member"], row["id_member_creator"], (row["data"].get("organization") or {}).get("id")}
    watchers = {hook.id_member for hook in near if hook.id_model in wide}
    seers = {ident for ident in watchers if _sees(call, ident, row, known)}
    return [hook.id for hook in near if hook.id_model not in wide or hook.id_member in seers]


@cache
def _watching() -> Select[Any]:
    """Put together once: it is asked with every write."""
    table, token = db.webhooks.c, db.tokens.c
    hooks = select(table.id, table.id_model, token.id_member).join_from(db.webhooks, db.tokens)
    watched = table.id_model.in_(bindparam("models", expanding=True))
    return hooks.where(watched, table.active).order_by(table.id)


def _sees(call: Call, id_member: str, row: Json, known: _Known) -> bool:
    """Whether a member may see the board of the action ``row``, or the workspace if it is about that alone."""
    theirs = replace(call, session=replace(call.session, id_member=id_member))
    if row["id_board"] is not None:
        asked = (id_member, row["id_board"])
        if asked not in known:
            board = select(db.boards.c.id).where(db.boards.c.id == row["id_board"], access.visible(theirs))
            known[asked] = call.connection.scalar(board) is not None
        return known[asked]
    if id_member in {row["id_member"], row["id_member_creator"]}:
        return True
    ident = (row["data"].get("organization") or {}).get("id")
    home = select(db.organizations.c.id).where(db.organizations.c.id == ident, access.workspace_seen(theirs))
    return call.connection.scalar(home) is not None


def touched(row: Json) -> set[str]:
    """Ids of what an action is about: the board, card and lists, the members, the workspace."""
    named = {row[name] for name in ("id_board", "id_list", "id_card", "id_member", "id_member_creator")}
    parts = (row["data"].get(name) for name in _PARTS)
    named |= {part["id"] for part in parts if isinstance(part, dict) and isinstance(part.get("id"), str)}
    return {ident for ident in named if ident}


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to deliver for one webhook, for a while.

    Attributes:
        id_webhook: Whose.
        holder: Which claim: only its holder may settle.
    """

    id_webhook: str
    holder: str


def claim(connection: Connection, now: datetime) -> Claim | None:
    """The next webhook that has something due and that nobody delivers for, or None.

    It is the one that has waited longest for its turn, so that none with much to tell keeps others from theirs.

    Args:
        connection: A writing one; it need not be alone.
        now: When.
    """
    hook, stamp, due = db.webhooks.c, instant_text(now), _first_due()
    free = (
        select(hook.id)
        .where(hook.active, hook.leased_until <= stamp, due <= stamp)
        .order_by(hook.leased_until, due, hook.id)
        .limit(1)
        .with_for_update(of=db.webhooks, skip_locked=True)
    )
    ident = connection.scalar(free)
    if ident is None:
        return None
    made = Claim(ident, secrets.token_hex(8))
    prolong(connection, made, now)
    return made


def _first_due() -> ScalarSelect[str]:
    """When a webhook's oldest event is due, null when it has none: those behind it wait, so the order is kept."""
    event = db.webhook_events.c
    oldest = select(event.due).where(event.id_webhook == db.webhooks.c.id).order_by(event.id).limit(1)
    return oldest.correlate(db.webhooks).scalar_subquery()


def prolong(connection: Connection, held: Claim, now: datetime) -> None:
    """Begin the lease of a claim, or begin it anew."""
    until = instant_text(now + timedelta(seconds=LEASE))
    values = {"leased_by": held.holder, "leased_until": until}
    connection.execute(update(db.webhooks).where(db.webhooks.c.id == held.id_webhook).values(values))


def next_event(connection: Connection, held: Claim, now: datetime) -> Row[Any] | None:
    """The oldest event of a claimed webhook, if it is due and the claim still holds; with the webhook's columns.

    ``id``, ``action``, ``client`` and ``tries`` are the event's; ``id_webhook`` and the others the webhook's, and
    ``app_key``, ``id_member`` and ``date_expires`` its token's.
    """
    hook, event, token = db.webhooks.c, db.webhook_events.c, db.tokens.c
    query: Select[Any] = (
        select(
            event.id, event.action, event.client, event.tries, event.due, event.id_webhook,
            hook.id_model, hook.callback_url, hook.description, hook.active, hook.consecutive_failures,
            hook.first_failure, token.app_key, token.id_member, token.date_expires,
        )
        .select_from(db.webhook_events.join(db.webhooks).join(db.tokens))
        .where(hook.id == held.id_webhook, hook.leased_by == held.holder, hook.active)
    )  # fmt: skip
    found = connection.execute(query.order_by(event.id).limit(1)).one_or_none()
    return found if found is not None and found.due <= instant_text(now) else None


def delivered(connection: Connection, event: Row[Any]) -> None:
    """The event was taken: it is done, and the webhook works again."""
    connection.execute(delete(db.webhook_events).where(db.webhook_events.c.id == event.id))
    if event.consecutive_failures:
        values = {"consecutive_failures": 0, "first_failure": None}
        connection.execute(update(db.webhooks).where(db.webhooks.c.id == event.id_webhook).values(values))


def failed(connection: Connection, event: Row[Any], now: datetime) -> None:
    """The event was not taken: it is tried again, or dropped when it was tried often enough."""
    mine = db.webhook_events.c.id == event.id
    if event.tries < len(RETRIES):
        due = instant_text(now + timedelta(seconds=RETRIES[event.tries]))
        connection.execute(update(db.webhook_events).where(mine).values(tries=event.tries + 1, due=due))
        return
    connection.execute(delete(db.webhook_events).where(mine))
    since = event.first_failure or instant_text(now)
    failures = event.consecutive_failures + 1
    values = {"consecutive_failures": failures, "first_failure": since}
    if failures > _TOO_MANY and since <= instant_text(now - _TOO_LONG):
        switch_off(connection, event.id_webhook)
    connection.execute(update(db.webhooks).where(db.webhooks.c.id == event.id_webhook).values(values))


def switch_off(connection: Connection, id_webhook: str) -> None:
    """Send nothing more until somebody switches the webhook on again; what waits is dropped."""
    connection.execute(update(db.webhooks).where(db.webhooks.c.id == id_webhook).values(active=False))
    connection.execute(delete(db.webhook_events).where(db.webhook_events.c.id_webhook == id_webhook))


def end(connection: Connection, id_webhook: str) -> None:
    """Delete a webhook, and what it was still to be told."""
    connection.execute(delete(db.webhooks).where(db.webhooks.c.id == id_webhook))


def release(connection: Connection, held: Claim, now: datetime) -> None:
    """Let others deliver for the webhook again; it had its turn ``now``."""
    mine = (db.webhooks.c.id == held.id_webhook) & (db.webhooks.c.leased_by == held.holder)
    connection.execute(update(db.webhooks).where(mine).values(leased_by="", leased_until=instant_text(now)))


def anything_due(connection: Connection, now: datetime) -> bool:
    """Whether ``claim`` would find something: asked first, because a look keeps no writer waiting."""
    hook, stamp = db.webhooks.c, instant_text(now)
    free = select(hook.id).where(hook.active, hook.leased_until <= stamp, _first_due() <= stamp)
    return connection.execute(free.limit(1)).first() is not None
