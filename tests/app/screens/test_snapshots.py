"""Pictures of the card screen and its boxes, wide and narrow."""

import pytest

SIZES = pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["120x40", "80x24"])


@SIZES
async def test_card(play, size, picture):
    async with play(size) as p:
        await p.open("Ring Ana Reid")
        assert picture(p, "reading")
        await p.press("d")
        assert picture(p, "editing")
        await p.press("escape", "c", "j", "n")
        assert picture(p, "adding an item")
        await p.press("escape", "C")
        assert picture(p, "writing a comment")


@SIZES
async def test_labels(play, size, picture):
    async with play(size) as p:
        await p.open("Ring Ana Reid")
        await p.press("l")
        assert picture(p, "labels")
        await p.press("ctrl+t")
        assert picture(p, "colours")
        await p.press("escape", *"brand")
        assert picture(p, "new")
