"""Features that are remembered: looked at once for the same facts."""

from tests.recognise.pages import mention, page
from tui.recognise.looks.feature import Feature, Remembered


def test_what_was_seen_is_remembered_by_the_facts() -> None:
    asked = list[str]()

    def is_asked(text: str) -> bool:
        asked.append(text)
        return True

    example = ("Ring Ana Reid", "Ana Reid")
    group = Remembered(
        lambda m: len(m.words), [Feature("asked", example, example, lambda m: is_asked(m.text))]
    )
    names = [mention(page(f"Ring {name}"), name) for name in ("Ana Reid", "Mei Chow")]
    assert [group.seen(one) for one in names] == [["asked"], ["asked"]]
    assert asked == ["Ana Reid"]
