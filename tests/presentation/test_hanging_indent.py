from tui.presentation.hanging_indent import hanging


def test_a_line_goes_on_under_its_beginning_and_no_word_is_broken() -> None:
    text = "opened anywhere else, over SSH too: read-only http://127.0.0.1:48917/1/account as well"
    shown = hanging(text, 30, 5)
    first, *others = shown.split("\n")
    assert first == "opened anywhere else,"
    assert others
    assert all(line.startswith("     ") and line[5] != " " for line in others)
    assert shown.split() == text.split()
    assert all(len(line) <= 30 for line in (f"     {first}", *others) if "http" not in line)
