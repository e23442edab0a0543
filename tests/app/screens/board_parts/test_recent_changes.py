"""What others have just changed is marked for some seconds, and nothing is drawn after that."""

from tests.app.screens.conftest import screen
from tui.app.screens.board_parts import recent_changes
from tui.model.change import Change


def tell(p, words: str, who: str) -> None:
    card = p.face(words)
    change = Change(frozenset({"cards"}), frozenset({p.board.id}), frozenset({card.id}), by={card.id: who})
    screen(p).reload(change)


async def test_a_card_says_who_changed_it_and_stops_saying_so(play, monkeypatch):
    monkeypatch.setattr(recent_changes, "MARKED", 0.2)
    async with play() as p:
        before = p.text()
        tell(p, "Hemi Parata", "Ana Reid")
        await p.sees("✱ Ana Reid, just now")
        # It is said in the gap under the card: no card moves.
        now = p.text().split("\n")
        assert sum(line != old for line, old in zip(now, before.split("\n"), strict=True)) == 1
        await p.until(lambda: p.text() == before)


async def test_compact_cards_have_a_sign(play):
    async with play() as p:
        await p.press("minus", "minus")
        tell(p, "Hemi Parata", "Ana Reid")
        await p.sees("✱ ")
        line = next(line for line in p.text().split("\n") if "✱" in line)
        assert "Hemi Parata" in line
