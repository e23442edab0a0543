"""A planned board as a document that can be imported."""

import time
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace

import pytest

from tui.server.demo_data.document import board_document
from tui.server.demo_data.plan import BoardPlan, CardPlan, Remark

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
"""A Saturday."""

OWNER = "5f" + "0" * 22


def made(*cards, seed=7, **more):
    plan = BoardPlan("Pipeline", "deals", (("hot", "red"),), (("Leads", cards), ("Won", ())), **more)
    return board_document(
        plan,
        {"ana": SimpleNamespace(email="ana@tui.example")},
        dice=Random(seed),
        now=NOW,
        owner_id=OWNER,
        organization_id="w" * 24,
    )


def test_a_board_has_its_lists_labels_and_people():
    document = made(limits={"Won": 5}, starred=True)
    assert (document["name"], document["desc"], document["starred"], document["idOrganization"]) == (
        "Pipeline",
        "deals",
        True,
        "w" * 24,
    )
    assert [(one["name"], one["pos"], one["softLimit"]) for one in document["lists"]] == [
        ("Leads", 65536.0, None),
        ("Won", 131072.0, 5),
    ]
    assert [(one["name"], one["color"]) for one in document["labels"]] == [("hot", "red")]
    assert [(one["username"], one["initials"]) for one in document["members"]] == [
        ("you", "Y"),
        ("meretamihana", "MT"),
        ("jacklomax", "JL"),
    ]
    roles = {one["idMember"]: one["memberType"] for one in document["memberships"]}
    assert roles.pop(OWNER) == "admin"
    assert set(roles.values()) == {"normal"}


def test_the_same_dice_make_the_same_board():
    card = CardPlan("x", items=("a", "x b"))
    assert made(card) == made(card)
    assert made(card)["id"] != made(card, seed=8)["id"]


def test_cards_are_numbered_by_age_and_placed_as_planned():
    document = made(CardPlan("young", age=1), CardPlan("old", age=30))
    assert [(card["name"], card["idShort"], card["pos"]) for card in document["cards"]] == [
        ("old", 1, 131072.0),
        ("young", 2, 65536.0),
    ]
    old = document["cards"][0]
    assert datetime.fromtimestamp(int(old["id"][:8], 16), UTC) == datetime(2026, 10, 22, 9, 0, tzinfo=UTC)


def test_placeholders_are_the_casts():
    document = made(
        CardPlan(
            "Ring {ana.email}",
            desc="{ana.email}",
            items=("mail {ana.email}",),
            remarks=(Remark(1, "mere", "to {ana.email}"),),
        )
    )
    (card,) = document["cards"]
    assert (card["name"], card["desc"]) == ("Ring ana@tui.example", "ana@tui.example")
    assert document["checklists"][0]["checkItems"][0]["name"] == "mail ana@tui.example"
    assert document["actions"][0]["data"]["text"] == "to ana@tui.example"


def test_a_checklist_has_ticked_and_open_items_and_no_items_make_none():
    document = made(CardPlan("x", checklist="Steps", items=("x call", "pay"), age=1), CardPlan("bare", age=2))
    bare, card = document["cards"]
    (checklist,) = document["checklists"]
    assert (card["idChecklists"], bare["idChecklists"], checklist["idCard"]) == (
        [checklist["id"]],
        [],
        card["id"],
    )
    assert [(item["name"], item["state"]) for item in checklist["checkItems"]] == [
        ("call", "complete"),
        ("pay", "incomplete"),
    ]


@pytest.mark.parametrize(
    ("days", "due"),
    [
        (2, "2026-11-23"),
        (0, "2026-11-23"),
        (1, "2026-11-23"),
        (6, "2026-11-27"),
        (7, "2026-11-30"),
        (-1, "2026-11-20"),
        (None, None),
    ],
)
def test_nothing_is_due_on_a_weekend(days, due):
    (card,) = made(CardPlan("x", due=days))["cards"]
    assert card["due"] == (due and f"{due}T17:00:00.000Z")


def test_a_time_is_that_of_the_place(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Pacific/Auckland")
        time.tzset()
        (card,) = made(CardPlan("x", due=2, hour=9))["cards"]
    time.tzset()
    assert card["due"] == "2026-11-22T20:00:00.000Z"


def test_a_cards_history_is_newest_first_and_dates_its_last_change():
    remarks = (Remark(3, "mere", "first"), Remark(1, "you", "second"))
    document = made(
        CardPlan(
            "x",
            remarks=remarks,
            age=9,
            members=("jack",),
            labels=("hot",),
            links=(("Site", "https://x.example"),),
        )
    )
    assert [(one["type"], one["data"].get("text")) for one in document["actions"]] == [
        ("commentCard", "second"), ("commentCard", "first"), ("createCard", None),
    ]  # fmt: skip
    assert document["actions"][0]["idMemberCreator"] == OWNER
    (card,) = document["cards"]
    assert card["dateLastActivity"] == "2026-11-20T09:00:00.000Z"
    assert card["idLabels"] == [document["labels"][0]["id"]]
    assert card["idMembers"] == [document["members"][2]["id"]]
    assert [(one["name"], one["url"], one["isUpload"]) for one in card["attachments"]] == [
        ("Site", "https://x.example", False)
    ]
