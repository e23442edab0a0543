"""What is held of a person, as rows."""

from tui.presentation.held import HeldRow, held_rows

NOTHING: dict[str, list[dict[str, object]]] = {
    sort: []
    for sort in (
        "findings", "cards", "comments", "onlyTheName", "hits", "lookups", "searches", "drafts", "optOut",
    )
}  # fmt: skip


def test_an_answer_has_the_name_and_things_on_a_card_its_id() -> None:
    local = NOTHING | {
        "findings": [
            {"provider": "direct", "key": "email:a@b.example", "person": {"fullName": "Ana Reid"}},
            {"provider": "direct", "key": "email:bo@b.example", "person": None},
        ],
        "comments": [{"card": "Ring Ana", "text": "Ana said", "idCard": "c1"}],
        "cards": [{"board": "Leads", "name": "Ring Ana", "id": "c1"}],
    }
    team = NOTHING | {"onlyTheName": [{"card": "Lunch", "text": "Ana Reid?", "idCard": "c2"}]}
    assert held_rows({"local": local, "team": team}) == [
        HeldRow("local", "answer", "direct", "Ana Reid", ""),
        HeldRow("local", "answer", "direct", "email:bo@b.example", ""),
        HeldRow("local", "card", "Leads", "Ring Ana", "c1"),
        HeldRow("local", "comment", "Ring Ana", "Ana said", "c1"),
        HeldRow("team", "perhaps named", "Lunch", "Ana Reid?", "c2"),
    ]


def test_nothing_has_no_rows() -> None:
    assert held_rows({"local": NOTHING}) == []
