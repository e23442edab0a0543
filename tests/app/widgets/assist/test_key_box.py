"""The box of the keys that may follow."""

import pytest

from tui.app.widgets.assist.key_box import KeyBox

KEYS = [(chr(ord("a") + n), f"Do the thing number {n}") for n in range(20)]


@pytest.mark.parametrize(("size", "seen"), [((120, 40), 20), ((80, 24), 20), ((40, 12), 7)])
async def test_it_shows_as_many_keys_as_fit_and_counts_the_others(stage, size, seen):
    app = stage(KeyBox(KEYS, "g", width=size[0], height=size[1]))
    async with app.run_test(size=size):
        text = app.text()
        assert text.count("Do the thing") == seen
        assert ("13 more" in text) == (seen == 7)
        assert "g …" in text
