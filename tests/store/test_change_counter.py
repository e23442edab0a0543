"""The counter beside a store: never ahead of it, and nothing that cannot be read tells of a loss."""

import stat
from pathlib import Path

from tui.store.change_counter import END, ChangeCounter, loss_message


def test_what_is_noted_is_read_again_also_a_smaller_number(tmp_path: Path) -> None:
    counter = ChangeCounter(tmp_path / "store.db")
    assert counter.last() == 0
    for number in (1, 123_456_789, 7):
        counter.note(number)
        assert ChangeCounter(tmp_path / "store.db").last() == number
    counter.start_again(3)
    assert counter.last() == 3
    assert stat.S_IMODE((tmp_path / f"store.db{END}").stat().st_mode) == 0o600


def test_a_new_store_gets_no_tally_before_its_first_change(tmp_path: Path) -> None:
    ChangeCounter(tmp_path / "store.db").start_again(0)
    assert not [*tmp_path.iterdir()]


def test_a_link_is_not_followed_and_a_folder_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    (tmp_path / f"store.db{END}").symlink_to(elsewhere)
    ChangeCounter(tmp_path / "store.db").note(5)
    assert elsewhere.read_text() == "mine"
    ChangeCounter(tmp_path / "gone" / "store.db").note(5)


def test_one_change_is_told_as_one() -> None:
    assert "The last change made here is missing" in loss_message(Path("s.db"), 1)
    assert "The last 3 changes made here are missing" in loss_message(Path("s.db"), 3)
