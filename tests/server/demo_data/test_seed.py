"""The sample: coherent, invented, the same every time, and named by its own boards."""

import collections
import re
import time

import phonenumbers
import pytest
from sqlalchemy import func, insert, select

from tui.clock import ManualClock
from tui.recognise.subject import recognise
from tui.server.demo_data.seed import seed, seed_directory
from tui.server.demo_data.words import DRAMA_MOBILES
from tui.server.enrich.registers import is_abn, is_acn, is_nzbn
from tui.server.enrich.tables import people
from tui.server.exports.transfer import export_board
from tui.server.storage import db

OWNER = "a" * 24


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """Records, boards as documents, and the seconds of processor it took."""
    engine = db.connect(tmp_path_factory.mktemp("sample") / "server.db")
    clock = ManualClock()
    with db.writing(engine) as connection:
        db.create(connection)
        connection.execute(insert(db.members).values(id=OWNER, username="you", full_name="You", initials="Y"))
        started = time.process_time()
        seed(connection, clock, owner_id=OWNER)
        took = time.process_time() - started
        firms, staff = seed_directory(connection, clock)
        assert connection.scalar(select(func.count()).select_from(people)) == len(staff)
        boards = {row.name: export_board(connection, row.id) for row in connection.execute(select(db.boards))}
    engine.dispose()
    return firms, staff, boards, took


def share(found, of):
    return len(found) / len(of)


def test_it_is_large_enough_and_quick(sample) -> None:
    firms, staff, _, took = sample
    assert len(firms) >= 200
    assert len(staff) >= 1000
    assert took < 2, "0.2 s of processor on a quiet machine"


def test_every_identifier_is_reserved_for_fiction(sample) -> None:
    firms, staff, _, _ = sample
    assert all(firm.fictional and firm.domain.endswith(".example") for firm in firms)
    assert all(
        firm.acn.startswith("9") and is_acn(firm.acn) and is_abn(firm.abn) for firm in firms if firm.abn
    )
    assert all(firm.nzbn.startswith("94299") and is_nzbn(firm.nzbn) for firm in firms if firm.nzbn)
    assert all(bool(firm.abn) != bool(firm.nzbn) for firm in firms)
    assert all(re.fullmatch(r"[a-z-]+-x[0-9a-f]{5}", one.network_slug) for one in [*firms, *staff])
    lines = [one.landline for one in staff] + [firm.phone for firm in firms]
    assert all(re.fullmatch(r"\+61[2378]5550\d{4}", line) for line in lines if line)
    mobiles = {one.mobile for one in staff if one.mobile}
    assert all(mobile in DRAMA_MOBILES or mobile.startswith("+6425555") for mobile in mobiles)
    assert not any(
        phonenumbers.is_valid_number(phonenumbers.parse(one)) for one in mobiles if one.startswith("+64")
    )
    emails = [address for one in staff for address in (one.email, one.personal_email) if address]
    assert all(address.endswith(".example") and address.isascii() for address in emails)
    assert len(set(emails)) == len(emails)


def test_it_is_as_a_country_is(sample) -> None:
    firms, staff, _, _ = sample
    assert 0.45 < share([one for one in staff if one.email], staff) < 0.6
    mobiles = [one for one in staff if one.mobile]
    assert 0.22 < share(mobiles, staff) < 0.36
    assert 0.2 < share([one for one in mobiles if one.do_not_call], mobiles) < 0.38
    assert 0.2 < share([one for one in staff if one.verified_on < "2025-11-21"], staff) < 0.4
    levels = collections.Counter(one.seniority for one in staff)
    assert levels[6] > levels[5] > levels[4] > levels[3]
    homes = {firm.id: firm.state for firm in firms}
    assert share([one for one in staff if one.state == homes[one.company_id]], staff) > 0.75
    states = collections.Counter(firm.state for firm in firms)
    assert states["NSW"] + states["VIC"] > 0.3 * len(firms)
    bands = all(firm.size_low <= firm.employees <= (firm.size_high or firm.employees) for firm in firms)
    assert bands


def test_a_company_has_one_pattern_of_addresses(sample) -> None:
    firms, staff, _, _ = sample
    for firm in firms[20:60]:
        shapes = {
            ("." in one.email.partition("@")[0], len(one.email.partition("@")[0]) <= len(one.first_name) + 1)
            for one in staff
            if one.company_id == firm.id
            and one.email
            and one.first_name.isascii()
            and one.last_name.isalpha()
        }
        assert len({dotted for dotted, _ in shapes}) <= 1


def test_it_is_the_same_for_the_same_seed_and_day(sample, tmp_path) -> None:
    engine = db.connect(tmp_path / "again.db")
    with db.writing(engine) as connection:
        db.create(connection)
        firms, staff = seed_directory(connection, ManualClock())
        other, _ = seed_directory(connection, ManualClock(), seed=7)
    engine.dispose()
    assert (firms, staff) == sample[:2]
    assert other != firms


def test_boards_are_what_a_newcomer_meets(sample) -> None:
    pipeline, team = sample[2]["Pipeline"], sample[2]["Team"]
    assert [one["name"] for one in pipeline["lists"]] == [
        "Leads",
        "Contacted",
        "Qualified",
        "Proposal",
        "Won",
    ]
    assert len(pipeline["cards"]) == 37
    assert len(team["cards"]) >= 10
    assert {one["name"] for one in pipeline["labels"]} >= {"hot", "cold", "NZ", "renewal"}
    dues = [card["due"] for card in pipeline["cards"] if card["due"]]
    assert min(dues) < "2026-11-21" < max(dues) < "2026-12-31"
    assert not any("{" in card["name"] + card["desc"] for card in pipeline["cards"] + team["cards"])


def first_card(board, name):
    column = next(one["id"] for one in board["lists"] if one["name"] == name)
    return min((card for card in board["cards"] if card["idList"] == column), key=lambda card: card["pos"])


def test_first_card_is_ana_and_the_directory_knows_her(sample) -> None:
    card = first_card(sample[2]["Pipeline"], "Leads")
    assert card["name"] == "Ring Ana Reid at Tūī Ridge"
    subject = recognise(card["name"], card["desc"])[0]
    assert (subject.name, subject.value("email")) == ("Ana Reid", "ana.reid@tuiridge.example")
    ana = next(one for one in sample[1] if one.email == "ana.reid@tuiridge.example")
    assert ana.mobile
    assert not ana.do_not_call


def subjects_of(board):
    items: dict[str, list[str]] = collections.defaultdict(list)
    for checklist in board["checklists"]:
        items[checklist["idCard"]] += [item["name"] for item in checklist["checkItems"]]
    remarks: dict[str, list[str]] = collections.defaultdict(list)
    for action in board["actions"]:
        if action["type"] == "commentCard":
            remarks[action["data"]["card"]["id"]].append(action["data"]["text"])
    return {
        card["name"]: recognise(
            card["name"], card["desc"], checklists=items[card["id"]], comments=remarks[card["id"]]
        )
        for card in board["cards"]
    }


def test_every_deal_names_somebody_in_all_the_ways_there_are(sample) -> None:
    firms, staff, boards, _ = sample
    named = subjects_of(boards["Pipeline"])
    assert [title for title, subjects in named.items() if not subjects] == []
    kinds = {one.kind for subjects in named.values() for subject in subjects for one in subject.identifiers}
    assert kinds == {
        "email",
        "network_url",
        "network_slug",
        "domain",
        "website",
        "abn",
        "acn",
        "nzbn",
        "phone",
    }
    known = {firm.domain for firm in firms} | {firm.abn for firm in firms} | {one.email for one in staff}
    known |= {one.network_slug for one in staff} | {firm.email for firm in firms}
    for subjects in named.values():
        for subject in subjects:
            for one in subject.identifiers:
                assert one.kind not in {"email", "domain", "abn", "network_slug"} or one.value in known


def test_team_board_names_nobody(sample) -> None:
    assert {title: found for title, found in subjects_of(sample[2]["Team"]).items() if found} == {}


def test_each_card_has_a_history_that_ends_in_its_list(sample) -> None:
    for board in sample[2].values():
        first = board["lists"][0]["id"]
        path = {card["id"]: [first] for card in board["cards"]}
        met = set()
        for action in reversed(board["actions"]):
            data = action["data"]
            if action["type"] == "updateCard" and "idList" in data["old"]:
                assert path[data["card"]["id"]][-1] == data["listBefore"]["id"]
                path[data["card"]["id"]].append(data["listAfter"]["id"])
            elif action["type"] == "updateCard":
                met.add(data["card"]["id"])
        assert {card["id"]: card["idList"] for card in board["cards"]} == {
            ident: lists[-1] for ident, lists in path.items()
        }
        assert met == {card["id"] for card in board["cards"] if card["dueComplete"] and card["due"]}
        newest = collections.defaultdict(str)
        for action in board["actions"]:
            ident = action["data"]["card"]["id"]
            newest[ident] = max(newest[ident], action["date"])
        assert {card["id"]: card["dateLastActivity"] for card in board["cards"]} == newest
