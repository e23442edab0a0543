"""Comments on the command line."""

from tests.cli.conftest import ANA


def test_a_comment_is_written_from_the_line_and_from_stdin(imported):
    imported.read("card", "comment", ANA, "first")
    assert imported("card", "comment", ANA, "-", stdin="second\nline").exit_code == 0
    assert imported("card", "comment", ANA, "  ").exit_code == 2
    texts = [comment["text"] for comment in imported.json("card", "show", ANA)["comments"]]
    assert texts == ["second\nline", "first", "She is away"]


def test_whom_a_comment_does_not_tell_is_said_and_a_first_name_becomes_the_username(imported):
    done = imported("card", "comment", ANA, "ask @Me and @Nobody")
    assert done.exit_code == 0
    assert "note: @Nobody is not told: nobody on this board has that username" in done.stderr
