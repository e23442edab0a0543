"""Any call of the service: in the ledger, under the caps, and never for who opted out."""

import pytest

from tests.sync.enrich.shop import Buyer, Shop
from tui.errors import OptedOut, SpendRefused
from tui.model.account.call import ApiCall
from tui.model.enrich.spending import Caps, purchase_at
from tui.store.enrich import ledger, suppression

ANA = {"email": "p0@firm0.example"}


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/enrich/person", "person"),
        ("/enrich/company", "company"),
        ("/search/people", "search"),
        ("/people/search", "search"),
        ("/people", "person"),
        ("/company", "company"),
        ("/credits", None),
        ("/", None),
    ],
)
def test_what_a_path_buys(path: str, what: str | None) -> None:
    assert purchase_at(path) == what


async def test_a_call_is_in_the_ledger(buyer: Buyer, shop: Shop) -> None:
    answer = await buyer.session.call(
        ApiCall(service="enrich", method="POST", path="/enrich/person", body=ANA)
    )
    assert answer["data"]["name"] == "Ana0 Reid0"
    (spend,) = buyer.store.ledger.entries()
    assert (spend.cost, spend.key) == (2, "api:POST /enrich/person email=p0@firm0.example")
    assert buyer.store.ledger.balance() == shop.credits == 498
    assert await buyer.session.call(ApiCall(service="enrich", method="GET", path="/credits")) == {
        "credits": 498
    }
    assert len(buyer.store.ledger.entries()) == 1


async def test_nobody_is_null_and_free(buyer: Buyer) -> None:
    assert (
        await buyer.session.call(
            ApiCall(service="enrich", method="POST", path="/enrich/person", body={"email": "no@one.example"})
        )
        is None
    )
    assert buyer.store.ledger.spent() == 0


async def test_a_cap_holds(buyer: Buyer) -> None:
    buyer.store.write(lambda tx: ledger.set_caps(tx, Caps(month=1))).result()
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
