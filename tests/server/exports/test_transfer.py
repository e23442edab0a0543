import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, insert, select

from tests.corpora import EVERY, texts
from tests.exports import new_board, old_board
from tests.server.exports.documents import OWNER, give, ident, small, take
from tests.thinned import exhaustive
from tui.errors import NotFound
from tui.server.exports import tables, transfer
from tui.server.exports.document import TransferError, read_document
from tui.server.exports.transfer import export_board, find_boards, import_board
from tui.server.storage import db, statements


def lost(was, now, place=""):
    """Where ``now`` does not say what ``was`` said: things matched by id, more fields allowed."""
    if was == now:
        return []
    if isinstance(was, dict) and isinstance(now, dict):
        return [at for name, value in was.items() for at in lost(value, now.get(name), f"{place}.{name}")]
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        if all(isinstance(item, dict) and "id" in item for item in was + now):
            was, now = (sorted(items, key=lambda item: item["id"]) for items in (was, now))
        pairs = enumerate(zip(was, now, strict=True))
        return [at for index, (one, two) in pairs for at in lost(one, two, f"{place}[{index}]")]
    return [place]


@pytest.mark.parametrize("exported", [old_board, new_board])
def test_a_board_of_the_hosted_service_comes_back_whole(engine, exported):
    document = read_document(json.dumps(exported()).encode())
    report = take(engine, document)
    assert (report.outcome, report.repaired) == ("imported", ())
    # What is in its files is in no export.
    assert {note.place for note in report.skipped} <= {"attachments"}
    assert report.kept["cards"] == len(document["cards"])
    assert lost(document, give(engine, report.board_id)) == []


@pytest.mark.slow
def test_more_cards_than_a_statement_asks_for_come_back(engine, monkeypatch):
    for module in (tables, statements):
        monkeypatch.setattr(module, "_CHUNK", 20)
    many = statements.FEW + 2 * tables._CHUNK
    document = read_document(json.dumps(new_board(cards=many)).encode())
    report = take(engine, document)
    assert report.kept["cards"] == many
    again = give(engine, report.board_id)
    assert take(engine, again).outcome == "unchanged"
    assert lost(document, again) == []


def test_the_report_counts_by_noun(engine):
    report = take(engine, small())
    assert report.kept == {
        "lists": 2, "archived lists": 1, "cards": 3, "archived cards": 1, "labels": 1, "members": 1,
        "checklists": 1, "checklist items": 1, "comments": 1,
    }  # fmt: skip


def test_export_and_import_are_inverse(engine, tmp_path):
    first = give(engine, take(engine, small()).board_id)
    other = db.connect(tmp_path / "other.db")
    with db.writing(other) as connection:
        db.create(connection)
        connection.execute(insert(db.members).values(id="6a" + "0" * 22, username="somebody"))
        import_board(connection, first, owner_id="6a" + "0" * 22)
    assert give(other, first["id"]) == first
    other.dispose()


def test_the_same_file_again_changes_nothing(engine):
    take(engine, small())
    before = give(engine, ident(1))
    assert take(engine, small()).outcome == "unchanged"
    assert give(engine, ident(1)) == before


@pytest.mark.parametrize("mode", ["refuse", "replace", "copy"])
def test_a_star_and_a_look_do_not_make_it_another_board(engine, mode):
    take(engine, small())
    with db.writing(engine) as connection:
        connection.execute(db.memberships.update().values(date_last_view="2026-01-01T00:00:00.000Z"))
        star = {"id": ident(99), "id_member": OWNER, "id_board": ident(1), "pos": 1}
        connection.execute(db.board_stars.insert().values(star))
    report = take(engine, small(), mode=mode)
    assert report.outcome == ("copied" if mode == "copy" else "unchanged")


def test_another_state_of_the_board_is_refused_and_nothing_written(engine):
    take(engine, small())
    before = give(engine, ident(1))
    with pytest.raises(TransferError, match="another state") as caught:
        take(engine, small(name="Renamed"))
    assert "--replace" in caught.value.hint
    assert "--copy" in caught.value.hint
    assert give(engine, ident(1)) == before


def test_replace_puts_the_file_in_its_place(engine):
    take(engine, small())
    fewer = small()
    fewer["cards"] = fewer["cards"][:1]
    report = take(engine, fewer, mode="replace")
    assert report.outcome == "replaced"
    assert [card["id"] for card in give(engine, ident(1))["cards"]] == [ident(20)]
    with db.reading(engine) as connection:
        assert connection.scalar(select(func.count()).select_from(db.cards)) == 1


def test_a_copy_shares_nothing_but_its_members(engine):
    document = small()
    document["cards"][0]["name"] = ident(20)  # a title that looks like an id stays a title
    take(engine, document)
    copied = give(engine, take(engine, document, mode="copy").board_id)
    assert copied["name"] == document["name"]
    others = [card for card in copied["cards"] if card["name"] != ident(20)]
    text = json.dumps({**copied, "members": [], "memberships": [], "cards": others})
    assert all(ident(number) not in text for number in (1, 10, 11, 20, 21, 22, 30, 40, 41, 60))
    first = next(card for card in copied["cards"] if card["name"] == ident(20))
    assert first["idLabels"] == [copied["labels"][0]["id"]]
    assert copied["actions"][0]["data"]["card"]["id"] == first["id"]
    assert copied["checklists"][0]["idCard"] == first["id"]
    assert first["id"][:8] == ident(20)[:8]
    assert give(engine, ident(1))["cards"][0]["shortLink"] != copied["cards"][0]["shortLink"]


def test_a_copy_of_a_copy_is_a_third_board(engine):
    boards = {take(engine, small(), mode="copy").board_id for _ in range(3)}
    assert len(boards) == 3


def test_things_another_board_holds_get_other_names_and_the_file_still_finds_its_board(engine):
    take(engine, small())
    other = copy.deepcopy(small(id=ident(2), name="Twin"))
    report = take(engine, other)
    assert report.outcome == "imported"
    assert {note.reason for note in report.repaired} == {
        "another board here has this id or short link; given a new one"
    }
    assert give(engine, ident(1))["cards"][0]["id"] != give(engine, ident(2))["cards"][0]["id"]
    assert len(give(engine, ident(2))["cards"]) == 3
    assert take(engine, other).outcome == "unchanged"
    assert take(engine, small()).outcome == "unchanged"


@pytest.mark.parametrize("many", [0, 1000])
@pytest.mark.parametrize("more", [0, 3])
def test_what_another_board_holds_is_found_however_many_there_are(engine, monkeypatch, many, more):
    monkeypatch.setattr(transfer, "_MANY", many)
    take(engine, small())
    other = copy.deepcopy(small(id=ident(2), name="Twin"))
    other["cards"] += [{"id": ident(900 + n), "name": "One more", "idList": ident(10)} for n in range(more)]
    report = take(engine, other)
    again = [note.place for note in report.repaired if "another board here" in note.reason]
    assert {ident(20), ident(21), ident(22)} < set(again)
    assert len(again) == len(set(again))
    assert not {ident(900 + n) for n in range(more)} & set(again)
    assert take(engine, other).outcome == "unchanged"


def test_a_board_keeps_its_id_even_if_a_thing_has_the_same(engine):
    take(engine, small())
    clash = small(id=ident(30), name="Clash")
    with pytest.raises(TransferError, match="an id of a label in the file is taken here"):
        take(engine, clash)
    with db.reading(engine) as connection:
        assert find_boards(connection, "Clash") == {}
    assert take(engine, clash, mode="copy").outcome == "copied"


def test_an_archived_board_is_told_to_be_one(engine):
    assert take(engine, small(closed=True)).archived
    assert give(engine, ident(1))["closed"]


def test_there_is_nothing_to_export_of_no_board(engine):
    with pytest.raises(NotFound):
        give(engine, ident(9))


def test_a_damaged_file_leaves_nothing_behind(engine):
    document = small()
    document["cards"][2]["name"] = {"no": "text"}
    with pytest.raises(TransferError, match=r"cards\[2\]\.name: expected text, found an object"):
        take(engine, document)
    with db.reading(engine) as connection:
        assert [
            connection.scalar(select(func.count()).select_from(table)) for table in (db.boards, db.cards)
        ] == [0, 0]


def test_halved_characters_are_mended_everywhere_and_told(engine):
    document = small(name="half \ud83c", odd={"k\udc00": ["\udfff"]})
    document["cards"][1]["desc"] = "\ud83d\ude00 whole, \ud83d half"
    report = take(engine, document)
    assert [note.place for note in report.repaired] == ["name", "cards[1].desc", "odd", "odd.k?[0]"]
    back = give(engine, report.board_id)
    json.dumps(back, ensure_ascii=False).encode()
    assert next(card for card in back["cards"] if card["id"] == ident(21))["desc"] == "😀 whole, \ufffd half"
    assert take(engine, document).outcome == "unchanged"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"x"])
def test_what_is_no_json_is_refused(engine, value):
    with pytest.raises(TransferError, match="not JSON"):
        take(engine, small(odd=value))


@pytest.mark.parametrize(
    "text", [ident(1), "aB3dE6gH", "https://x.example/b/aB3dE6gH/ngā", "NGĀ KAIMAHI 資料 العميل"]
)
def test_a_board_is_found_by_id_link_url_and_name(engine, text):
    take(engine, small(closed=True))
    with db.reading(engine) as connection:
        assert list(find_boards(connection, text)) == [ident(1)]
        assert find_boards(connection, "nothing") == {}


def test_hostile_text_goes_in_and_comes_back_as_it_was(engine):
    whole = [value.encode(errors="replace").decode() for value in texts(*EVERY)]
    document = small(
        cards=[
            {
                "id": ident(1000 + n),
                "idList": ident(10),
                "name": value,
                "desc": value,
                "pos": n + 1,
                "odd": {value: value},
            }
            for n, value in enumerate(whole)
        ],
        checklists=[],
        actions=[],
    )
    assert len(whole) > 100
    take(engine, document)
    assert lost(document, give(engine, ident(1))) == []


# --- any board ------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.text(max_size=40)
DATES = st.none() | st.datetimes().map(lambda d: f"{d.isoformat(timespec='milliseconds')}Z")
PLACES = st.integers(1, 10**15) | st.floats(0.5, 1e9)


@st.composite
def boards(draw):
    """A whole board in today's shape, with unknown fields here and there."""
    board = ident(1)
    extra = st.dictionaries(st.sampled_from(["x1", "x2", "pluginData"]), JSON, max_size=2)
    lists = [
        draw(extra)
        | {"id": ident(10 + n), "name": draw(NAMES), "closed": draw(st.booleans()), "pos": draw(PLACES)}
        for n in range(draw(st.integers(0, 3)))
    ]
    labels = [
        draw(extra)
        | {
            "id": ident(30 + n),
            "name": draw(NAMES),
            "color": draw(st.sampled_from([None, "red", "lime_dark"])),
        }
        for n in range(draw(st.integers(0, 3)))
    ]
    members = [{"id": ident(50 + n), "username": f"m{n}", "fullName": draw(NAMES)} for n in range(2)]
    cards = [
        draw(extra)
        | {
            "id": ident(100 + n), "idList": draw(st.sampled_from(lists))["id"], "name": draw(NAMES), "desc": draw(NAMES),
            "closed": draw(st.booleans()), "pos": draw(PLACES), "idShort": n + 1, "shortLink": f"card00{n:02d}",
            "due": draw(DATES), "start": draw(DATES), "dueComplete": draw(st.booleans()),
            "idLabels": draw(st.lists(st.sampled_from([x["id"] for x in labels]), unique=True)) if labels else [],
            "idMembers": draw(st.lists(st.sampled_from([ident(50), ident(51)]), unique=True)),
        }
        for n in range(draw(st.integers(0, 5)) if lists else 0)
    ]  # fmt: skip
    checklists = [
        draw(extra)
        | {
            "id": ident(200 + n), "idCard": draw(st.sampled_from(cards))["id"], "name": draw(NAMES), "pos": draw(PLACES),
            "checkItems": [
                {"id": ident(300 + 10 * n + m), "name": draw(NAMES), "pos": draw(PLACES),
                 "state": draw(st.sampled_from(["complete", "incomplete"]))}
                for m in range(draw(st.integers(0, 3)))
            ],
        }
        for n in range(draw(st.integers(0, 2)) if cards else 0)
    ]  # fmt: skip
    actions = [
        draw(extra)
        | {"id": ident(400 + n), "type": draw(st.sampled_from(["commentCard", "updateCard", "new"])),
           "date": f"2020-01-01T00:00:0{n}.000Z", "idMemberCreator": ident(50),
           "data": {"text": draw(NAMES), "old": {"name": draw(NAMES)}}}
        for n in range(draw(st.integers(0, 3)))
    ]  # fmt: skip
    return draw(extra) | {
        "id": board, "name": draw(NAMES), "desc": draw(NAMES), "closed": draw(st.booleans()), "shortLink": "aB3dE6gH",
        "lists": lists, "cards": cards, "labels": labels, "checklists": checklists, "members": members,
        "memberships": [{"id": ident(60 + n), "idMember": ident(50 + n), "memberType": "normal"} for n in range(2)],
        "actions": actions,
    }  # fmt: skip


@pytest.mark.parametrize("runs", [20, *exhaustive([300])])
def test_any_board_comes_back_and_goes_in_again(engine, runs):
    @settings(max_examples=runs)
    @given(boards())
    def comes_back(document):
        with db.writing(engine) as connection:
            report = import_board(connection, document, owner_id=OWNER)
            assert (report.skipped, report.repaired) == ((), ())
            back = export_board(connection, report.board_id)
            assert lost(document, back) == []
            assert import_board(connection, back, owner_id=OWNER).outcome == "unchanged"
            assert import_board(connection, document, owner_id=OWNER).outcome == "unchanged"
            connection.rollback()

    comes_back()


@pytest.mark.parametrize("runs", [40, *exhaustive([600])])
def test_any_damage_is_refused_or_told_and_never_a_crash(engine, runs):
    @settings(max_examples=runs)
    @given(st.data())
    def is_refused_or_told(data):
        document = small()
        for _ in range(data.draw(st.integers(1, 3))):
            damage(document, data)
        with db.writing(engine) as connection:
            try:
                report = import_board(connection, document, owner_id=OWNER)
            except TransferError:
                report = None
            if report is not None:
                back = export_board(connection, report.board_id)
                assert import_board(connection, document, owner_id=OWNER).outcome == "unchanged"
                json.dumps(back, ensure_ascii=False).encode()
            connection.rollback()

    is_refused_or_told()


def damage(document, data):
    """Exchange a value of ``document``, wherever it is, for any other."""
    place = document
    while True:
        key = data.draw(
            st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1)
        )
        inner = place[key]
        if not inner or not isinstance(inner, dict | list) or data.draw(st.integers(0, 3)) == 0:
            break
        place = inner
    place[key] = data.draw(JSON)
