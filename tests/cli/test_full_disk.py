"""The command line on a full disk: it reads, and says plainly that nothing is saved."""

from tests.full_disk import full_disk


def test_boards_and_cards_are_read_and_nothing_is_written(imported):
    with full_disk():
        boards, cards = imported("boards"), imported("cards", "Kōrero")
        made = imported("card", "new", "Kōrero", "To do", "One more")
    assert (boards.exit_code, cards.exit_code) == (0, 0)
    assert "Kōrero" in boards.stdout
    assert "Ring Ana" in cards.stdout
    assert "disk" in boards.stderr
    assert made.exit_code == 5
    assert "One more" not in imported.read("cards", "Kōrero")
