"""Comments on the command line."""

from tests.cli.conftest import ANA


def test_a_comment_is_written_from_the_line_and_from_stdin(imported):
    imported.read("card", "comment", ANA, "first")
    assert imported("card", "comment", ANA, "-", stdin="second\nline").exit_code == 0
    assert imported("card", "comment", ANA, "  ").exit_code == 2
    texts = [comment["text"] for comment in imported.json("card", "show", ANA)["comments"]]
    assert texts == ["second\nline", "first", "She is away"]
