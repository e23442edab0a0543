"""What is copied reaches the clipboard of the terminal around tmux."""

from tests.app.screens.conftest import Play
from tui.app.terminal.clipboard import wrapped


async def copied(p: Play, monkeypatch) -> list[str]:
    sent: list[str] = []
    driver = p.app._driver
    assert driver is not None
    monkeypatch.setattr(driver, "write", sent.append)
    p.app.copy_to_clipboard("https://firm.example")
    return [each for each in sent if "52;c;" in each]


async def test_in_tmux_it_is_sent_both_ways_and_elsewhere_once(play, monkeypatch):
    async with play() as p:
        monkeypatch.delenv("TMUX", raising=False)
        assert len(await copied(p, monkeypatch)) == 1
        monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,1,0")
        plain, passed = await copied(p, monkeypatch)
        assert plain.startswith("\x1b]52;c;")
        assert passed == wrapped("https://firm.example")
