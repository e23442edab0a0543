"""Cards that the service has lost are told once, and made again from the conflicts."""

from tests.app.screens.conftest import Play
from tests.app.screens.test_board import lists
from tui.app.screens.board_parts import conflict_notices
from tui.app.screens.conflicts import ConflictsScreen
from tui.model.writes.cards import UpdateCard
from tui.store.outbox.arrivals import Arrived, Told
from tui.store.outbox.contested_fields import ContestedField, record_conflict
from tui.sync.merge import merge


def toasts(p: Play) -> list[str]:
    return [each.title for each in p.app._notifications]


async def lose(p: Play, *names: str) -> None:
    cards = [p.face(name).id for name in names]
    lost = Arrived(gone=tuple(("cards", ident) for ident in cards), older={p.board.id: Told()})
    p.workspace._store.arrive(lost).result()
    await p.until(lambda: not {"Ring Ana Reid at Tūī Ridge"} & set(lists(p)["Leads"]))


async def test_lost_cards_are_told_once_and_made_again(play):
    async with play() as p:
        before = p.workspace.cards.get(p.face("Ring Ana Reid").id)
        await lose(p, "Ring Ana Reid", "Hemi Parata")
        await p.until(lambda: toasts(p) == ["The service has lost 2 cards"])
        [told] = p.app._notifications
        assert "nobody deleted them" in told.message
        assert told.message.endswith("They are kept on this machine, to be made again: g c.")
        await p.sees("≠ 2 in conflict")
    async with play() as p:
        await p.press("g", "c")
        await p.until(lambda: isinstance(p.app.screen, ConflictsScreen))
        assert toasts(p) == [], "once"
        await p.sees("the service has lost it")
        assert "· description" not in p.text()
        await p.sees("It is kept here only: m makes it again")
        names = [one.thing for one in p.workspace.conflicts.all()]
        await p.press(*["j"] * names.index(before.name), "m")
        await p.sees("made a new card of it")
        await p.press("escape")
        await p.until(lambda: before.name in lists(p)["Leads"])
        after = p.workspace.cards.get(p.face("Ring Ana Reid").id)
        same = ("id_list", "due", "id_labels", "id_members")
        assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
        assert after.desc.startswith(before.desc)


async def test_losses_are_not_read_while_more_are_coming(play, monkeypatch):
    monkeypatch.setattr(conflict_notices, "_QUIET", 600.0)
    monkeypatch.setattr("tui.services.conflicts.Conflicts.losses", None)
    async with play() as p:
        await lose(p, "Ring Ana Reid", "Hemi Parata")
        await p.sees("≠ 2 in conflict")
        await p.until(lambda: p.app.screen._conflicts._timer is not None)


async def test_a_change_that_became_a_conflict_is_not_told_as_one_that_was_made(play):
    async with play() as p:
        face = p.face("Ana Reid")
        write = UpdateCard(board_id=p.board.id, card_id=face.id, name="Ring her")
        await p.workspace.writes.submit(write)
        contested = ContestedField("name", face.name, "Ring Ana")

        def record(why, chosen=""):
            p.workspace._store.write(lambda tx: record_conflict(tx, why, write, contested, chosen)).result()

        p.app.screen.tell("title changed", undo=True)
        record("older")
        record("both", "mine")
        await p.sees("in conflict")
        await p.sees("title changed")
        record("both")
        await p.sees("somebody changed it too: theirs is saved, yours is kept · g c shows both")
        p.app.screen.tell("copied")
        record("both")
        await p.sees("≠ 3 in conflict")
        await p.sees("copied")


async def test_the_window_whose_text_is_saved_says_so_when_another_one_contests_it(play):
    async with play() as p:
        first, second = p.face("Ana Reid"), p.face("Hemi Parata")
        await p.press("t", "ctrl+u", *"Ring Ana", "enter")
        await p.sees("title changed")

        def contest(face):  # as another window does, whose change is no write yet
            write = UpdateCard(board_id=p.board.id, card_id=face.id, name="Ring her")
            assert p.workspace._store.writes.edit([write], {"name": "seen before"}, merge).result() == 1

        contest(second)
        await p.sees("≠ 1 in conflict")
        await p.sees("title changed")
        contest(first)
        await p.sees("somebody changed it too: yours is saved, theirs is kept · g c shows both")
