"""The corpus of bad answers: each one ends in a value or in an error of the tree, with what it asks."""

import gzip
import json
import logging
from typing import Any

import httpx
import pytest

from tests.corpora import cases
from tui.adapters.read import built_in
from tui.api.auth import bearer
from tui.api.board.client import BoardClient
from tui.api.enrich.client import EnrichClient
from tui.errors import Ambiguous, CardscoutError, Garbled, RateLimited, RemoteError
from tui.secret import Secret

ID = "5f5e1000aaaaaaaaaaaaaaaa"


def body(entry):
    if "body" in entry:
        return entry["body"].encode("utf-8", "surrogatepass")
    made = entry["gen"]
    if "raw_repeat" in made:
        return made["raw_repeat"].encode() * made["times"]
    if "hex" in made:
        return bytes.fromhex(made["hex"])
    # A hundredth of the bomb bursts the cap as well.
    return gzip.compress(made["gzip_of"]["repeat"].encode() * (made["gzip_of"]["times"] // 100), 1)


def answer(entry):
    return httpx.Response(
        entry["status"], headers=entry.get("headers", {}), stream=httpx.ByteStream(body(entry))
    )


async def ask_board(client, endpoint):
    method, route = endpoint.split(" ")
    calls = {
        ("GET", "/1/boards/{id}"): lambda: client.boards.get(ID),
        ("GET", "/1/boards/{id}/cards"): lambda: client.boards.cards(ID),
        ("GET", "/1/boards/{id}/actions"): lambda: client.boards.actions(ID),
        ("GET", "/1/members/me"): client.members.me,
        ("GET", "/1/cards/{id}/attachments"): lambda: client.attachments.of_card(ID),
        ("PUT", "/1/cards/{id}"): lambda: client.cards.update(ID, id_list=ID),
        ("POST", "/1/cards"): lambda: client.cards.create(list_id=ID, name="a", pos=1, idempotency_key="k"),
    }
    return await calls[method, route]()


@pytest.mark.fault("F38")
@pytest.mark.parametrize("entry", cases("api_board"))
async def test_board(service, entry, caplog):
    caplog.set_level(logging.DEBUG)
    board = service(answer(entry))
    expect = set(entry["expect"])
    outcome: Any
    try:
        outcome = await ask_board(BoardClient(board.transport), entry["endpoint"])
    except CardscoutError as error:
        outcome = error
    assert "CANARY" not in f"{caplog.text} {outcome!r} {outcome}"
    failed = isinstance(outcome, CardscoutError)
    assert failed or not expect & {"shown_as_error", "ambiguous", "not_followed", "dead_letter", "ask_login"}
    assert not failed or "partial_ok" not in expect
    assert isinstance(outcome, Ambiguous) or "ambiguous" not in expect
    assert "not_followed" not in expect or len(board.asked) == 1
    assert "ambiguous" not in expect or len(board.asked) == 1
    if expect & {"retry_after", "min_delay", "delay_capped", "backoff"}:
        assert isinstance(outcome, RateLimited)
        assert 1 <= outcome.retry_after <= 900


@pytest.mark.fault("F38")
@pytest.mark.parametrize("entry", cases("api_enrich"))
@pytest.mark.parametrize("dialect", ["platform", "direct"])
async def test_enrich(service, entry, dialect):
    enrich = service(answer(entry), service="enrich")
    client = EnrichClient(enrich.transport, built_in(dialect))
    expect = set(entry["expect"])
    outcome: Any
    try:
        if "people" in entry["endpoint"]:
            outcome = await client.person(email="a@b.example")
        else:
            outcome = await client.company(domain="x")
    except RemoteError as error:
        outcome = error
    failed = isinstance(outcome, RemoteError)
    assert failed or "shown_as_error" not in expect
    assert "no_retry" not in expect or len(enrich.asked) == 1
    assert "backoff" not in expect or isinstance(outcome, RateLimited)
    assert "poll_later" not in expect or isinstance(outcome, RateLimited)
    assert "roundtrip" not in expect or outcome.person.full_name == json.loads(entry["body"])["name"]
    if "no_surrogate" in expect:
        assert outcome.person.full_name == "A\ufffd"
    if "scheme_allowlist" in expect:
        assert isinstance(outcome, Garbled | Ambiguous)


@pytest.mark.parametrize("entry", cases("secret_canaries"))
async def test_canaries(service, entry):
    enrich = service(
        httpx.Response(400, json={"error": {"message": f"bad key {entry['value']}"}}),
        service="enrich",
        auth=bearer(Secret(entry["value"])),
    )
    with pytest.raises(RemoteError) as caught:
        await EnrichClient(enrich.transport, built_in("platform")).person(email="a@b.example")
    assert entry["value"] not in f"{caught.value} {vars(caught.value)}"
    assert entry["value"] not in str(enrich.asked[0].url)
