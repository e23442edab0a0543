"""The service is told where to reach us for the board that is shown, and for no other; polling does without."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from tui.api.board.client import BoardClient
from tui.clock import ManualClock
from tui.errors import NotFound, Rejected, Unreachable
from tui.model.notification import Webhook
from tui.secret import Secret
from tui.store.store import Store
from tui.sync.link import Link
from tui.sync.webhook_registration import WebhookRegistration

URL = "https://hooks.example/cardscout"


@dataclass
class Webhooks:
    """What the service has registered."""

    held: dict[str, str] = field(default_factory=dict)
    error: Exception | None = None
    made: int = 0
    ended: set[str] = field(default_factory=set)

    async def create(self, *, model_id: str, callback_url: str, description: str) -> Webhook:
        if self.error is not None:
            raise self.error
        self.made += 1
        self.held[f"hook{self.made}"] = model_id
        return Webhook(id=f"hook{self.made}", callback_url=callback_url, description=description)

    async def get(self, ident: str) -> Webhook:
        if ident not in self.held:
            raise NotFound("no such webhook", service="board")
        return Webhook(id=ident, active=ident not in self.ended)

    async def delete(self, ident: str) -> None:
        self.held.pop(ident, None)


@dataclass
class Service:
    webhooks: Webhooks = field(default_factory=Webhooks)


@pytest.fixture
def service() -> Service:
    return Service()


def hook(service: Service, store: Store, clock: ManualClock, **given: Any) -> WebhookRegistration:
    more: dict[str, Any] = {
        "webhook_url": URL,
        "webhook_listen": "127.0.0.1:0",
        "webhook_secret": Secret("s"),
    } | given
    link = Link("https://boards.example", "k", Secret("t"), **more)
    return WebhookRegistration(link, cast("BoardClient", service), store, clock, lambda _message: None)


async def test_one_board_at_a_time_and_none_at_the_end(
    service: Service, store: Store, clock: ManualClock
) -> None:
    kept = hook(service, store, clock)
    for board in ("one", "one", "new-0000", "two"):
        await kept.keep(board)
    assert list(service.webhooks.held.values()) == ["two"]
    assert service.webhooks.made == 2
    assert kept._receiver is not None
    server = kept._receiver._server
    assert server is not None
    await kept.close()
    assert (service.webhooks.held, server.is_serving()) == ({}, False)


async def test_what_a_killed_run_left_is_taken_away(
    service: Service, store: Store, clock: ManualClock
) -> None:
    killed = hook(service, store, clock)
    await killed.keep("one")
    assert killed._receiver is not None
    await killed._receiver.close()
    again = hook(service, store, clock)
    service.webhooks.error = Unreachable("no")
    await again.keep("two")
    assert store.cursors.get("webhook") is None, "it is gone, whatever becomes of the next"
    service.webhooks.error = None
    await again.keep("two")
    assert list(service.webhooks.held.values()) == ["two"]
    await again.close()


@pytest.mark.parametrize(
    "error", [Rejected("A webhook with that callback, model, and token already exists"), Unreachable("no")]
)
async def test_a_service_that_will_not_is_no_error(
    service: Service, store: Store, clock: ManualClock, error: Exception
) -> None:
    service.webhooks.error = error
    kept = hook(service, store, clock)
    await kept.keep("one")
    await kept.close()


@pytest.mark.parametrize(
    "given", [{"webhook_secret": Secret()}, {"webhook_url": ""}, {"webhook_listen": "256.0.0.1:1"}]
)
async def test_without_all_of_it_there_is_none(
    service: Service, store: Store, clock: ManualClock, given: dict[str, str]
) -> None:
    kept = hook(service, store, clock, **given)
    await kept.keep("one")
    assert service.webhooks.held == {}
    await kept.close()


async def test_each_board_that_a_trigger_is_set_on_has_one(
    service: Service, store: Store, clock: ManualClock
) -> None:
    kept = hook(service, store, clock)
    await kept.keep("shown")
    await kept.follow(["one", "two", "me"])
    assert sorted(service.webhooks.held.values()) == ["me", "one", "shown", "two"]
    await kept.keep("two")
    await kept.follow(["two"])
    assert list(service.webhooks.held.values()) == ["two"]
    assert service.webhooks.made == 4, "what is there already is not made again"
    assert kept.works
    await kept.close()
    assert service.webhooks.held == {}


async def test_one_that_the_service_has_ended_is_made_again(
    service: Service, store: Store, clock: ManualClock
) -> None:
    kept = hook(service, store, clock)
    await kept.follow(["one", "two", "three"])
    service.webhooks.ended.add("hook1")
    del service.webhooks.held["hook2"]
    await kept.follow(["one", "two", "three"])
    clock.advance(599)
    await kept.follow(["one", "two", "three"])
    assert service.webhooks.made == 3, "it is not asked about with each look"
    clock.advance(1)
    await kept.follow(["one", "two", "three"])
    assert sorted(service.webhooks.held.values()) == ["one", "three", "two"]
    assert service.webhooks.made == 5
    await kept.close()


async def test_where_it_cannot_listen_it_does_not_try_again(
    service: Service, store: Store, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = hook(service, store, clock)
    tries = 0

    async def taken() -> None:
        nonlocal tries
        tries += 1
        raise OSError(98, "Address already in use")

    assert kept._receiver is not None
    monkeypatch.setattr(kept._receiver, "start", taken)
    for board in ("one", "two"):
        await kept.keep(board)
        clock.advance(600)
    assert (tries, service.webhooks.held) == (1, {})
    await kept.close()


@pytest.mark.parametrize(
    ("reason", "again"), [("A webhook with that callback already exists", False), ("invalid URL", True)]
)
async def test_one_that_is_refused_is_tried_again_and_one_that_is_there_is_not(
    service: Service, store: Store, clock: ManualClock, reason: str, *, again: bool
) -> None:
    service.webhooks.error = Rejected(reason)
    kept = hook(service, store, clock)
    await kept.keep("one")
    service.webhooks.error = None
    await kept.keep("one")
    assert service.webhooks.made == int(again)
    await kept.close()


async def test_what_an_earlier_version_left_is_taken_away(
    service: Service, store: Store, clock: ManualClock
) -> None:
    """It kept the id of its only webhook, and not what that was of."""
    first = hook(service, store, clock)
    await first.keep("one")
    [key] = store.cursors.all()
    await asyncio.wrap_future(store.cursors.set(key, '{"id": "hook9"}'))
    service.webhooks.held["hook9"] = "before"
    again = hook(service, store, clock)
    await again.keep("two")
    assert "before" not in service.webhooks.held.values()
    assert "two" in service.webhooks.held.values()
    await first.close()
    await again.close()
