"""An order of services goes on past one that cannot be reached, within the price that was told."""

import httpx
import pytest

from tests.sync.enrich.desk import ANA, KAURI, NAMED, PEOPLE, Desk, firm, mills, phones
from tui.errors import (
    CredentialError,
    NoKey,
    OutOfCredits,
    Rejected,
    RemoteError,
    Undecided,
    Unreachable,
    Unsettled,
    VaultClosed,
)
from tui.model.finding import Finding
from tui.model.subject import Identifier, Subject
from tui.secret import Secret
from tui.store.enrich.settlement import set_repeats_safely
from tui.sync.enrich.askable import answer_to_show
from tui.sync.enrich.price import quote
from tui.sync.link import Link


@pytest.mark.parametrize("how", ["offline", "failing", "garbage"])
async def test_a_free_service_that_is_not_there_does_not_end_the_order(desk: Desk, how: str) -> None:
    setattr(desk.nzbn, how, True)
    kept: list[Finding] = []
    found = await desk.services.enrich(KAURI, keep=lambda _, finding: kept.append(finding))
    assert (found.provider, found.cost, found.unreached) == ("Hunter", 1, ("NZBN",))
    assert found.gaps == "NZBN could not be reached."
    assert [(one.provider, one.gaps) for one in kept] == [("Hunter", "NZBN could not be reached.")]
    # What is stored is the answer alone.
    assert [(one.provider, one.unreached) for one in desk.store.enrichment.findings.of_all(KAURI)] == [
        ("Hunter", ())
    ]


async def test_a_run_leaves_a_service_alone_for_a_while_that_it_could_not_reach(desk: Desk) -> None:
    desk.nzbn.offline = True
    await desk.services.enrich(KAURI, run="bulk")
    desk.nzbn.offline = False
    # It would answer by now, and is not tried.
    found = await desk.services.enrich(firm(nzbn="9429000000000", domain="rimu.example"), run="bulk")
    assert (found.unreached, desk.nzbn.asked) == (("NZBN",), [])
    # Another run tries it.
    assert (await desk.services.enrich(KAURI, run="other", again=True)).provider == "NZBN"


async def test_a_run_tries_a_service_again_that_it_could_not_reach_long_ago(desk: Desk) -> None:
    desk.nzbn.offline = True
    await desk.services.enrich(KAURI, run="bulk")
    desk.nzbn.offline = False
    desk.clock.advance(121)
    assert (await desk.services.enrich(KAURI, run="bulk", again=True)).provider == "NZBN"


async def test_a_miss_says_who_could_not_be_asked_and_is_no_answer_of_all(desk: Desk) -> None:
    desk.nzbn.offline = True
    unknown = firm(nzbn="9429000000000", domain="rimu.example")
    found = await desk.services.enrich(unknown)
    assert (found.matched, found.unreached) == (False, ("NZBN",))
    assert desk.services.known(unknown) is None
    desk.nzbn.offline = False
    assert (await desk.services.enrich(unknown)).provider == "NZBN"
    assert len(desk.hunter.asked) == 1


async def test_where_nothing_can_be_asked_the_service_and_the_way_out_are_named(desk: Desk) -> None:
    desk.nzbn.offline = desk.hunter.offline = True
    with pytest.raises(Unreachable, match=r"^Hunter: .* cannot be reached: connection refused\.$") as failed:
        await desk.services.enrich(KAURI)
    assert (
        failed.value.hint
        == "cardscout providers check hunter tells more; --provider NAME asks another service."
    )
    desk.hunter.offline, desk.hunter.garbage = False, True
    with pytest.raises(Unsettled, match=r"^Hunter: .* may have been charged"):
        await desk.services.enrich(KAURI)


async def test_what_may_have_been_charged_is_not_exceeded_by_the_next_service(desk: Desk) -> None:
    """A service that failed when it was asked may have taken its price: the next one would be more than was told."""
    desk.services = desk.opened({"person": ("local", "hunter")})
    desk.store.write(lambda tx: set_repeats_safely(tx, "own")).result()
    agreed = quote(desk.store, ANA, desk.services.asking).high
    desk.own.failing = True
    with pytest.raises(RemoteError, match=rf"Hunter was not asked: .* {agreed} agreed") as failed:
        await desk.services.enrich(ANA)
    assert "--provider hunter asks Hunter alone" in failed.value.hint
    assert desk.hunter.asked == []
    # One that was never reached has cost nothing.
    desk.own.failing, desk.own.offline = False, True
    found = await desk.services.enrich(ANA)
    assert (found.provider, found.unreached) == ("Hunter", ("own",))
    assert desk.store.enrichment.ledger.spent() <= agreed


async def test_a_match_is_kept_where_the_service_for_the_rest_is_not_there(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE, "phone")
    desk.labs.offline = True
    kept: list[Finding] = []
    found = await desk.services.enrich(ANA, keep=lambda _, finding: kept.append(finding))
    assert (found.provider, found.unreached) == ("Hunter", ("People Data Labs",))
    assert [(one.matched, one.cost) for one in kept] == [(True, desk.store.enrichment.ledger.spent())]
    desk.labs.offline = False
    assert phones(await desk.services.enrich(ANA)) == ["+61491570156"]


async def test_a_run_that_is_gone_on_with_asks_anew_where_no_service_could_be_reached(desk: Desk) -> None:
    desk.nzbn.offline = desk.hunter.offline = True
    with pytest.raises(Unreachable):
        await desk.services.enrich(KAURI, run="r")
    desk.nzbn.offline = desk.hunter.offline = False
    assert (await desk.services.enrich(KAURI, run="r")).provider == "NZBN"


async def test_a_name_that_nobody_has_surely_is_asked_about_after_all_services_missed(desk: Desk) -> None:
    desk.services = desk.opened(NAMED)
    with pytest.raises(Undecided, match="which company Kauri Mills is: no company is surely called that"):
        await desk.services.enrich(mills("Kauri Mills"))
    assert len(desk.labs.asked) == 1
    (near,) = await desk.services.namesakes(mills("Kauri Mills"))
    assert (near.company.nzbn, near.step.service) == ("9429000000000", "NZBN")
    found = await desk.services.enrich(mills("Kauri Mills"), chosen=near.company, provider=near.step.name)
    assert (found.provider, found.matched, len(desk.nzbn.asked)) == ("NZBN", True, 2)
    assert desk.services.known(mills("Kauri Mills")) == found


async def test_a_service_whose_key_cannot_be_read_has_no_companies_to_choose_from(desk: Desk) -> None:
    desk.services = desk.opened(NAMED)
    shut = desk.services._others["nzbn"].replace(connect=vault_is_closed)
    desk.services._others["nzbn"] = shut
    assert await desk.services.namesakes(mills("Kauri Mills")) == []


def vault_is_closed() -> Link:
    raise CredentialError("The vault is closed.")


async def test_a_name_that_one_service_knows_is_not_asked_about(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.services = desk.opened(NAMED)
    cafes = {**desk.nzbn.record, "entityName": "KAURI CAFES LIMITED", "tradingNames": []}
    monkeypatch.setattr(desk.nzbn, "record", cafes)
    assert (await desk.services.enrich(mills("Kauri Timber"))).provider == "People Data Labs"


async def test_a_miss_of_several_services_names_them_all(desk: Desk) -> None:
    desk.services = desk.opened(NAMED)
    await desk.services.enrich(mills("Rimu Grove"))
    shown = answer_to_show(desk.store, mills("Rimu Grove"), desk.services.asking)
    assert shown is not None
    assert (shown.matched, shown.provider) == (False, "NZBN and People Data Labs")


async def test_an_empty_account_is_named(desk: Desk) -> None:
    desk.hunter.out_of_credits = True
    with pytest.raises(OutOfCredits, match=r"^Hunter: You've reached the limit"):
        await desk.services.enrich(ANA)


async def test_a_refusal_names_its_service(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    no = {"errors": [{"id": "wrong_params", "code": 400, "details": "There is no such field."}]}
    monkeypatch.setattr(desk.hunter, "_refused", lambda _: httpx.Response(400, json=no))
    with pytest.raises(Rejected, match=r"^Hunter: There is no such field"):
        await desk.services.enrich(ANA)


async def test_an_empty_account_does_not_end_the_order(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE)
    desk.hunter.out_of_credits = True
    found = await desk.services.enrich(ANA)
    assert (found.provider, found.gaps) == ("People Data Labs", "Hunter had no credits left.")
    desk.labs.out_of_credits = True
    desk.clock.advance(1)
    with pytest.raises(OutOfCredits, match=r"^People Data Labs: "):
        await desk.services.enrich(ANA, again=True)


async def test_an_account_without_a_key_of_its_own_does_not_end_the_order(desk: Desk) -> None:
    desk.services = desk.opened({"person": ("local", "hunter")}, has_key=False)
    assert quote(desk.store, ANA, desk.services.asking).high == 1
    kept: list[Finding] = []
    found = await desk.services.enrich(ANA, keep=lambda _, finding: kept.append(finding))
    assert (found.provider, found.gaps) == ("Hunter", "own was not asked: there is no key to it.")
    assert [one.gaps for one in kept] == [found.gaps]
    # A miss of all that could be asked is remembered.
    nobody = Subject(type="person", identifiers=(Identifier(kind="email", value="x@nobody.example"),))
    assert not (await desk.services.enrich(nobody)).matched
    assert quote(desk.store, nobody, desk.services.asking).cached_at is not None
    assert not desk.own.asked


async def test_an_account_without_any_key_is_told_the_way_to_one(desk: Desk) -> None:
    desk.services = desk.opened({"person": ("local",)}, has_key=False)
    with pytest.raises(NoKey, match="no key for people"):
        await desk.services.enrich(ANA)


async def test_a_service_that_refuses_its_key_does_not_end_the_order(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE)
    hunter = desk.services._others["hunter"]
    wrong = hunter.connect().replace(enrich_key=Secret("another"))
    desk.services._others["hunter"] = hunter.replace(connect=lambda: wrong)
    found = await desk.services.enrich(ANA, run="bulk")
    said = "Hunter refused the key, or may not be asked this."
    assert (found.provider, found.gaps) == ("People Data Labs", said)
    tries = len(desk.hunter.asked)
    ben = Subject(type="person", identifiers=(Identifier(kind="email", value="ben@kauri.example"),))
    assert (await desk.services.enrich(ben, run="bulk")).refused == ("Hunter",)
    # A run sends a refused key once.
    assert len(desk.hunter.asked) == tries


async def test_a_service_whose_key_cannot_be_read_does_not_end_the_order(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE)
    desk.services._others["hunter"] = desk.services._others["hunter"].replace(connect=keyring_is_locked)
    found = await desk.services.enrich(ANA)
    assert (found.provider, found.gaps) == (
        "People Data Labs",
        "Hunter was not asked: there is no key to it.",
    )


async def test_a_vault_that_is_closed_is_asked_for(desk: Desk) -> None:
    desk.services = desk.opened(PEOPLE)
    desk.services._others["hunter"] = desk.services._others["hunter"].replace(connect=vault_is_shut)
    with pytest.raises(VaultClosed):
        await desk.services.enrich(ANA)


def keyring_is_locked() -> Link:
    raise CredentialError("The keyring is locked.")


def vault_is_shut() -> Link:
    raise VaultClosed("The vault is closed.")
