"""A service as a whole: how its key is sent, what it charges, and which call is meant."""

import pytest
from pydantic import ValidationError

from tui.adapters.adapter import EXCHANGED, Adapter, PriceList, ServiceAuth, ServiceKey
from tui.adapters.read import built_in


def made(*calls, **more):
    return Adapter(name="x", title="X", call=calls, **more)


def person(**more):
    return {"kind": "person", "by": ["email"], "path": "/people"} | more


@pytest.mark.parametrize("style", sorted(EXCHANGED))
def test_a_key_is_exchanged_at_an_encrypted_address(style):
    assert ServiceAuth(style=style, url="https://login.example/token").lasts == 3600
    for url, why in (
        ("", "needs the address that gives the token"),
        ("http://login.example/token", "is no address that a key may be sent to"),
    ):
        with pytest.raises(ValidationError, match=why):
            ServiceAuth(style=style, url=url)
    assert ServiceAuth(style="bearer").url == ""


def test_a_prefix_belongs_to_a_header_and_to_one_line():
    assert ServiceAuth(style="header", name="Authorization", prefix="Token ").prefix == "Token "
    with pytest.raises(ValidationError, match="has a prefix, which only style"):
        ServiceAuth(style="query", prefix="Token ")
    for prefix in ("Token\r\nX: ", " ", "é"):
        with pytest.raises(ValidationError):
            ServiceAuth(style="header", prefix=prefix)


def test_the_shape_of_a_key_has_an_example_that_fits():
    key = ServiceKey(pattern="sk_[0-9a-f]{4}", looks="sk_12ab")
    assert (key.may_be("sk_ffff"), key.may_be("sk_ffff0"), key.may_be("")) == (True, False, False)
    assert ServiceKey().may_be("anything")
    for pattern, looks in (("sk_.{4}", "sk_"), ("sk_", ""), ("", "sk_12ab")):
        with pytest.raises(ValidationError, match="looks does not match pattern"):
            ServiceKey(pattern=pattern, looks=looks)
    with pytest.raises(ValidationError, match="pattern cannot be read"):
        ServiceKey(pattern="(")


def test_one_call_may_stand_alone_and_none_is_refused():
    assert len(Adapter(name="x", title="X", call=person()).call) == 1
    with pytest.raises(ValidationError):
        made()


def test_calls_of_a_kind_are_asked_in_the_order_of_the_file():
    adapter = made(
        person(),
        person(path="/numbers", by=["phone", "email"]),
        person(kind="company", by=["domain"], path="/firms"),
    )
    assert [one.path for one in adapter.calls("person")] == ["/people", "/numbers"]
    assert adapter.ways("person") == (frozenset({"email"}), frozenset({"phone"}))
    assert adapter.ways("search people") == ()


def test_a_call_is_known_by_its_path():
    adapter = made(
        person(),
        person(
            kind="company", by=["abn"], path="/firms/{abn}", then={"path": "/records/{taken}", "take": "id"}
        ),
    )
    for path, kind in (("/people", "person"), ("/firms/7", "company"), ("/records/7", "company")):
        call = adapter.call_at(path)
        assert call is not None
        assert call.kind == kind
    assert adapter.call_at("/weather") is None


@pytest.mark.parametrize(
    ("by", "by_id"),
    [
        (["company_id"], True),
        (["company_id", "company"], False),
        (["company"], False),
        (["position + company_id"], True),
    ],
)
def test_some_services_search_by_a_companys_id_only(by, by_id):
    assert made(person(kind="search people", by=by, hits="rows")).searches_by_id is by_id
    assert not made(person()).searches_by_id


def test_prices_are_those_of_the_user_the_call_or_the_file():
    adapter = made(
        person(), person(price=(3, 7)), person(kind="company", by=["domain"]),
        prices=PriceList(person=(1, 2), company=(4, 4), search=(0, 1), fields={"phones": 5, "emails": 1}),
    )  # fmt: skip
    listed = adapter.list_prices({})
    assert (listed.person, listed.company, listed.search) == ((1, 13), (4, 4), (0, 1))
    given = adapter.list_prices({"person": (9, 9), "company": None, "search": (2, 2)})
    assert (given.person, given.company, given.search) == ((9, 9), (4, 4), (2, 2))


def test_a_kind_that_is_not_asked_for_has_the_usual_price():
    assert made(person(price=8), prices=PriceList(company=(2, 3))).list_prices({}).company == (2, 3)


def test_our_own_service_searches_by_name_and_the_hosted_one_by_id():
    assert not built_in("platform").searches_by_id
    assert built_in("direct").searches_by_id
