"""What accounts know of those who opt out, put together."""

from tui.model.enrich.suppression import Suppressed
from tui.model.enrich.withdrawal import Key, Known, join_known

ANA: Key = ("email", "ana@kauri.example")
HOME: Key = ("email", "ana@home.example")
DESK: Key = ("phone", "255501234")
INFO: Key = ("email", "info@kauri.example")


def test_what_each_account_knows_counts_in_all() -> None:
    listed = Suppressed(kind="email", value="bo@kauri.example")
    local = Known(more={ANA: frozenset({HOME})}, names=frozenset({"Ana Reid"}))
    work = Known((listed,), {ANA: frozenset({INFO})}, frozenset({DESK}), frozenset({"A. Reid"}))
    both = join_known([local, work])
    assert both == Known(
        (listed,), {ANA: frozenset({HOME, INFO})}, frozenset({DESK}), frozenset({"Ana Reid", "A. Reid"})
    )
    assert both.keys == {ANA, HOME, INFO}
    assert join_known([]) == Known()


def test_what_others_share_here_is_left_out_unless_it_is_what_was_given() -> None:
    known = Known(more={ANA: frozenset({HOME, INFO})}, phones=frozenset({DESK}))
    assert join_known([known], {ANA, INFO, DESK}.__contains__) == Known(more={ANA: frozenset({HOME})})


def test_an_entry_that_several_accounts_have_is_one() -> None:
    listed = Suppressed(kind="email", value="bo@kauri.example")
    assert join_known([Known((listed,)), Known((listed.replace(why="asked us"),))]).listed == (
        listed.replace(why="asked us"),
    )
