"""The bell where the store cannot be read; what it rings for is in ``screens/test_bell.py``."""

from tests.app.screens.test_bell import make_due, rings
from tui.errors import StoreError
from tui.services.cards import Cards
from tui.services.inbox import Inbox
from tui.settings.config import Config

__all__ = ["rings"]


async def test_a_store_that_cannot_be_read_for_a_while_is_asked_again(play, rings, monkeypatch):
    def damaged(*_: object) -> int:
        raise StoreError("The disk does not answer.")

    async with play(config=Config(bell=True)) as p:
        await p.until(lambda: p.app._after_start is not None)
        heard = p.app._after_start._bell
        await make_due(p, "Inbound: Southerly", 30)
        p.clock.advance(31)
        with monkeypatch.context() as patch:
            patch.setattr(Inbox, "unread", damaged)
            patch.setattr(Cards, "due_between", damaged)
            heard._count()
            await heard.look()
        assert rings == []
        await heard.look()
        assert rings == ["ring"]
