"""Any call of the service: in the ledger, under the caps, and never for who opted out."""

import httpx
import pytest

from tests.sync.enrich.shop import Buyer, Shop
from tui.adapters.read import built_in, parse_adapter
from tui.errors import OptedOut, SpendRefused
from tui.model.account.call import ApiCall
from tui.model.enrich.spending import Caps
from tui.model.enrich.suppression import Kind
from tui.store.enrich import suppression
from tui.store.enrich.caps import set_caps
from tui.sync.enrich.askable import Asking

ANA = {"email": "p0@firm0.example"}


@pytest.mark.parametrize(
    ("service", "path", "what", "most"),
    [
        ("platform", "/enrich/person", "person", 2),
        ("platform", "/search/people", "search", 0),
        ("platform", "/credits", None, 0),
        ("platform", "/people", "person", 2),
        ("direct", "/people", "person", 1),
        ("direct", "/company", "company", 1),
        ("direct", "/people/search", "search", 0),
        ("nzbn", "/entities/9429000000000", "company", 0),
        ("nzbn", "/entities/9429000000000/roles", None, 0),
    ],
)
def test_the_adapter_says_what_a_path_buys(service: str, path: str, what: str | None, most: int) -> None:
    adapter = built_in(service)
    assert Asking.of(adapter, adapter.list_prices({})).purchase_at(path) == (what, most)


def test_the_price_of_a_call_goes_before_that_of_its_kind() -> None:
    adapter, _ = parse_adapter(
        'title = "A"\nurl = "https://a.example"\n[prices]\nperson = 3\n[[call]]\nkind = "person"\nby = ["email"]\n'
        'path = "/p"\n[[call]]\nkind = "person"\nby = ["phone"]\npath = "/reverse"\nprice = 1\n',
        "a",
    )
    assert adapter is not None
    asking = Asking.of(adapter, adapter.list_prices({}))
    assert [asking.purchase_at(path)[1] for path in ("/p", "/reverse", "/other")] == [3, 1, 3]


async def test_a_call_is_in_the_ledger(buyer: Buyer, shop: Shop) -> None:
    answer = await buyer.session.call(
        ApiCall(service="enrich", method="POST", path="/enrich/person", body=ANA)
    )
    assert answer["data"]["name"] == "Ana0 Reid0"
    (spend,) = buyer.store.enrichment.ledger.entries()
    assert (spend.cost, spend.key) == (2, "api:POST /enrich/person email=p0@firm0.example")
    assert buyer.store.enrichment.ledger.balance() == shop.credits == 498
    assert await buyer.session.call(ApiCall(service="enrich", method="GET", path="/credits")) == {
        "credits": 498
    }
    assert len(buyer.store.enrichment.ledger.entries()) == 1


async def test_nobody_is_null_and_free(buyer: Buyer) -> None:
    assert (
        await buyer.session.call(
            ApiCall(service="enrich", method="POST", path="/enrich/person", body={"email": "no@one.example"})
        )
        is None
    )
    assert buyer.store.enrichment.ledger.spent() == 0


async def test_a_cap_holds(buyer: Buyer) -> None:
    buyer.store.write(lambda tx: set_caps(tx, Caps(month=1))).result()
    with pytest.raises(SpendRefused):
        await buyer.session.call(ApiCall(service="enrich", method="POST", path="/enrich/person", body=ANA))
    assert buyer.wire.seen == []


async def test_who_opted_out_is_not_asked_for_and_not_shown(buyer: Buyer) -> None:
    buyer.store.write(lambda tx: suppression.suppress(tx, [("email", ANA["email"], "")])).result()
    with pytest.raises(OptedOut, match="opted out"):
        await buyer.session.call(ApiCall(service="enrich", method="POST", path="/enrich/person", body=ANA))
    assert buyer.wire.seen == []
    with pytest.raises(OptedOut, match="not shown"):
        await buyer.session.call(
            ApiCall(service="enrich", method="POST", path="/enrich/person", body={"network_slug": "ana-0"})
        )


async def test_hits_who_opted_out_are_left_out(buyer: Buyer) -> None:
    asked = {"company": "Firm0", "from": "0", "size": "5"}
    found = await buyer.session.call(
        ApiCall(service="enrich", method="POST", path="/search/people", body=asked)
    )
    assert [hit["linkedin"] for hit in found["records"]] == ["ana-0"]
    buyer.store.write(lambda tx: suppression.suppress(tx, [("network_slug", "ana-0", "")])).result()
    found = await buyer.session.call(
        ApiCall(service="enrich", method="POST", path="/search/people", body=asked)
    )
    assert (found["records"], found["total"]) == ([], 1)


@pytest.mark.parametrize(
    "call",
    [
        ApiCall(service="enrich", method="GET", path="/v9/people/p0%40firm0.example"),
        ApiCall(service="enrich", method="GET", path="/v9/people", query={"q": "of P0@FIRM0.example"}),
        ApiCall(service="enrich", method="GET", path="/credits", query={"slug": "ana-0"}),
        ApiCall(service="enrich", method="POST", path="/v9/find", body={"of": [{"id": "ana-0"}]}),
    ],
)
async def test_no_address_of_the_service_is_asked_for_who_opted_out(buyer: Buyer, call: ApiCall) -> None:
    listed: list[tuple[Kind, str, str]] = [("email", ANA["email"], ""), ("network_slug", "ana-0", "")]
    buyer.store.write(lambda tx: suppression.suppress(tx, listed)).result()
    with pytest.raises(OptedOut, match="That is not asked"):
        await buyer.session.call(call)
    assert buyer.wire.seen == []
    assert buyer.store.enrichment.ledger.entries() == []


async def test_an_answer_of_any_address_about_who_opted_out_is_neither_shown_nor_kept(
    buyer: Buyer, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"found": {"mails": [{"raw": ANA["email"]}]}}

    async def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json=body)

    monkeypatch.setattr(shop, "handle_async_request", answer)
    call = ApiCall(service="enrich", method="GET", path="/v9/by-car", query={"plate": "ABC123"})
    assert await buyer.session.call(call) == body
    buyer.store.write(lambda tx: suppression.suppress(tx, [("email", ANA["email"], "")])).result()
    with pytest.raises(OptedOut, match="not shown"):
        await buyer.session.call(call)
    assert [one.key for one in buyer.store.enrichment.ledger.entries()] == [
        "erased",
        "api:GET /v9/by-car plate=ABC123",
    ]
