"""The figures of a board: nothing is counted twice, and what is not known is left out."""

from datetime import UTC, datetime, timedelta

from tui.model.board import BoardList
from tui.model.card import CardFace
from tui.model.label import Label
from tui.presentation.figures import WEEKS, Bar, by_age, by_label, by_list, by_week, first_week

NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)  # a Wednesday
HOT, COLD = Label(id="1" * 24, name="hot"), Label(id="2" * 24, color="blue")


def face(number: int, days: float = 0, list_id: str = "a", labels: tuple[Label, ...] = ()) -> CardFace:
    ident = f"{int((NOW - timedelta(days=days)).timestamp()):08x}{number:016x}"
    return CardFace(ident, list_id, f"Card {number}", number, label_ids=tuple(label.id for label in labels))


def test_cards_are_counted_by_list_and_label():
    faces = [face(1, labels=(HOT,)), face(2, list_id="b", labels=(HOT, COLD)), face(3)]
    lists = [BoardList(id="a", name="Leads"), BoardList(id="b", name="Won"), BoardList(id="c", name="Lost")]
    assert by_list(lists, faces) == [Bar("Leads", 2), Bar("Won", 1), Bar("Lost", 0)]
    assert by_label([HOT, COLD], faces) == [
        Bar("hot", 2, HOT.id),
        Bar("blue", 1, COLD.id),
        Bar("no label", 1),
    ]
    assert by_label([], faces[:1]) == [Bar("?", 1, HOT.id)]
    assert by_label([], []) == []


def test_each_card_has_one_age():
    faces = [face(n, days) for n, days in enumerate((0, 6.9, 7, 29, 80, 200, 400, 900))]
    unknown = CardFace("no-id", "a", "x", 1.0)
    assert [bar.number for bar in by_age([*faces, unknown], NOW)] == [2, 2, 1, 1, 2]


def test_a_card_is_finished_once_when_it_was_last_and_this_week_is_last():
    bars = by_week([], NOW)
    assert [bar.name for bar in bars][-2:] == ["16 Nov", "23 Nov"]
    assert (len(bars), first_week(NOW)) == (WEEKS, datetime(2026, 9, 7).astimezone())
    week = timedelta(days=7)
    finished = [
        (NOW, "a"),
        (NOW - timedelta(hours=1), "a"),
        (NOW, "b"),
        (NOW - week, "a"),
        (NOW - 40 * week, "c"),
    ]
    assert [bar.number for bar in by_week(finished, NOW)][-3:] == [0, 0, 2]
    assert sum(bar.number for bar in by_week(finished, NOW)) == 2
