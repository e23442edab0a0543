"""What steps of the command line have in common: what cannot be done says why."""

import pytest

from tests.cli.conftest import ANA


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("lists", "nothing"), "there is no board 'nothing'"),
        (("cards", "Kōrero", "--list", "nothing"), "there is no list 'nothing' on the board 'Kōrero'"),
        (("card", "show", "nothing!"), "there is no card 'nothing!'"),
        (("card", "edit", ANA), "nothing to change"),
        (("card", "edit", ANA, "--due", "someday"), "'someday' is no date"),
        (("enrich", "person", "a b c"), "cannot be looked up"),
        (("nonsense",), "No such command"),
        (("boards", "--nonsense"), "No such option"),
        (("--board", "x", "boards"), "go with no command"),
    ],
)
def test_what_cannot_be_done_says_why_and_what_can(imported, args, said):
    result = imported(*args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "hint: " in result.stderr
    assert result.stdout == ""
