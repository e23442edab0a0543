"""The queue of webhook events: written in the transaction of the change, read by one process per webhook."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, ScalarSelect, Select, bindparam, delete, insert, select, update

from tui.model.values.scalars import format_instant
from tui.server.rights import access
from tui.server.storage import db
from tui.server.wire import actions

if TYPE_CHECKING:
    from tui.model.values.scalars import Json
    from tui.server.pipeline.call import Call

RETRIES = (30.0, 60.0, 120.0)
"""Seconds before each retry of a failed event; then it is dropped (docs/reference/board.md, 6)."""

LEASE = 60.0
"""Seconds after which another process may take over a webhook; longer than one delivery takes."""

_LATEST = timedelta(days=1)
"""How long an event may wait behind others whose receiver does not answer."""

_PARTS = ("board", "card", "list", "listBefore", "listAfter", "member", "organization")
_TOO_MANY = 1000
_TOO_LONG = timedelta(days=30)
"""A webhook is switched off after more failures than ``_TOO_MANY`` over at least ``_TOO_LONG``."""


def enqueue(call: Call, rows: Sequence[Json]) -> None:
    """Queue events for each active webhook that watches a model of the actions ``rows``, in their order."""
    models = set[str]().union(*map(model_ids, rows))
    hooks = call.connection.execute(_webhooks_query(), {"models": sorted(models)}).all()
    if not hooks:
        return
    known: _Known = {}
    receivers = {row["id"]: idents for row in rows if (idents := _receivers(call, row, hooks, known))}
    common = {"client": call.request_headers.get("x-trello-client-identifier", ""), "due": call.stamp}
    events = [
        {"id": call.new_id(), "id_webhook": ident, "action": action, **common}
        for action in _with_displays(call, receivers)
        for ident in receivers[action["id"]]
    ]
    if not events:
        return
    call.connection.execute(insert(db.webhook_events), events)
    if call.webhook_sender is not None:
        call.after_commit.append(call.webhook_sender.ring)


_Known = dict[tuple[str, str], bool]
"""Cache by member id and board id: whether the member may see the board."""


def _with_displays(call: Call, idents: Collection[str]) -> list[Json]:
    """Return logged actions in the form that webhooks receive, in order."""
    if not idents:
        return []
    logged = select(db.actions).where(db.actions.c.id.in_(idents)).order_by(db.actions.c.id)
    return actions.with_displays(call, call.connection.execute(logged).all())


def _receivers(call: Call, row: Json, hooks: Sequence[Row[Any]], known: _Known) -> list[str]:
    """Return the ids of those of ``hooks`` that receive the action ``row``.

    Everybody may watch a member or a public workspace, but receives no action on a board hidden from the
    watcher. For a board and its contents, the delivery checks whether the watcher may still see them.
    """
    models = model_ids(row)
    near = [hook for hook in hooks if hook.id_model in models]
    wide = {row["id_member"], row["id_member_creator"], (row["data"].get("organization") or {}).get("id")}
    watchers = {hook.id_member for hook in near if hook.id_model in wide}
    seers = {ident for ident in watchers if _may_see(call, ident, row, known)}
    return [hook.id for hook in near if hook.id_model not in wide or hook.id_member in seers]


@cache
def _webhooks_query() -> Select[Any]:
    """Return the query of active webhooks by model, built once because every write runs it."""
    table, token = db.webhooks.c, db.tokens.c
    hooks = select(table.id, table.id_model, token.id_member).join_from(db.webhooks, db.tokens)
    watched = table.id_model.in_(bindparam("models", expanding=True))
    return hooks.where(watched, table.active).order_by(table.id)


def _may_see(call: Call, id_member: str, row: Json, known: _Known) -> bool:
    """Return whether a member may see the board of the action ``row``, or its workspace if it has no board."""
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


def model_ids(row: Json) -> set[str]:
    """Return the ids of an action's models: the board, card and lists, the members, the workspace."""
    named = {row[name] for name in ("id_board", "id_list", "id_card", "id_member", "id_member_creator")}
    parts = (row["data"].get(name) for name in _PARTS)
    named |= {part["id"] for part in parts if isinstance(part, dict) and isinstance(part.get("id"), str)}
    return {ident for ident in named if ident}


@dataclass(frozen=True, slots=True)
class Claim:
    """A lease on the delivery for one webhook.

    Attributes:
        holder: The random id of this claim; a lost claim matches no row any more.
    """

    id_webhook: str
    holder: str


def claim(connection: Connection, now: datetime) -> Claim | None:
    """Claim the next unclaimed webhook that has a due event; return None if there is none.

    The webhook that has waited longest for its turn is next, so that a busy one does not starve others.

    Args:
        connection: A connection in a writing transaction; ``alone`` is not needed.
        now: The current time.
    """
    hook, stamp, due = db.webhooks.c, format_instant(now), _first_due()
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
    """Select when a webhook's oldest event is due, null when it has none; later events wait for it."""
    event = db.webhook_events.c
    oldest = select(event.due).where(event.id_webhook == db.webhooks.c.id).order_by(event.id).limit(1)
    return oldest.correlate(db.webhooks).scalar_subquery()


def prolong(connection: Connection, held: Claim, now: datetime) -> None:
    """Start or renew the lease of a claim."""
    until = format_instant(now + timedelta(seconds=LEASE))
    values = {"leased_by": held.holder, "leased_until": until}
    connection.execute(update(db.webhooks).where(db.webhooks.c.id == held.id_webhook).values(values))


def next_event(connection: Connection, held: Claim, now: datetime) -> Row[Any] | None:
    """Return the oldest event of a claimed webhook, if it is due and the claim still holds.

    Of the row's columns ``id``, ``action``, ``client``, ``tries`` and ``due`` are the event's; ``app_key``,
    ``id_member`` and ``date_expires`` the token's; the others the webhook's.
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
    return found if found is not None and found.due <= format_instant(now) else None


def delivered(connection: Connection, event: Row[Any]) -> None:
    """Delete a delivered event, and reset the webhook's failures."""
    connection.execute(delete(db.webhook_events).where(db.webhook_events.c.id == event.id))
    if event.consecutive_failures:
        values = {"consecutive_failures": 0, "first_failure": None}
        connection.execute(update(db.webhooks).where(db.webhooks.c.id == event.id_webhook).values(values))


def failed(connection: Connection, event: Row[Any], now: datetime) -> None:
    """Schedule the retry of a failed event, or drop it after the last try and count a failure."""
    mine = db.webhook_events.c.id == event.id
    if event.tries < len(RETRIES):
        due = format_instant(now + timedelta(seconds=RETRIES[event.tries]))
        connection.execute(update(db.webhook_events).where(mine).values(tries=event.tries + 1, due=due))
        return
    connection.execute(delete(db.webhook_events).where(mine))
    # With a receiver that is away, each event takes minutes; a busy board would queue them faster, without end.
    drop_events(connection, event.id_webhook, until=now - _LATEST)
    since = event.first_failure or format_instant(now)
    failures = event.consecutive_failures + 1
    values = {"consecutive_failures": failures, "first_failure": since}
    if failures > _TOO_MANY and since <= format_instant(now - _TOO_LONG):
        switch_off(connection, event.id_webhook)
    connection.execute(update(db.webhooks).where(db.webhooks.c.id == event.id_webhook).values(values))


def switch_off(connection: Connection, id_webhook: str) -> None:
    """Deactivate a webhook, and drop its queued events."""
    connection.execute(update(db.webhooks).where(db.webhooks.c.id == id_webhook).values(active=False))
    drop_events(connection, id_webhook)


def drop_events(connection: Connection, id_webhook: str, *, until: datetime | None = None) -> None:
    """Drop a webhook's queued events, all or those that were due ``until`` a moment."""
    events = db.webhook_events.c
    which = events.id_webhook == id_webhook
    if until is not None:
        which &= events.due <= format_instant(until)
    connection.execute(delete(db.webhook_events).where(which))


def end(connection: Connection, id_webhook: str) -> None:
    """Delete a webhook and its queued events."""
    connection.execute(delete(db.webhooks).where(db.webhooks.c.id == id_webhook))


def release(connection: Connection, held: Claim, now: datetime) -> None:
    """Release a claim; the webhook's turn ended ``now``."""
    mine = (db.webhooks.c.id == held.id_webhook) & (db.webhooks.c.leased_by == held.holder)
    connection.execute(update(db.webhooks).where(mine).values(leased_by="", leased_until=format_instant(now)))


def anything_due(connection: Connection, now: datetime) -> bool:
    """Return whether ``claim`` would find a webhook; checked first because a read blocks no writer."""
    hook, stamp = db.webhooks.c, format_instant(now)
    free = select(hook.id).where(hook.active, hook.leased_until <= stamp, _first_due() <= stamp)
    return connection.execute(free.limit(1)).first() is not None
