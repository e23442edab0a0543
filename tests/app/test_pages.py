"""Pages are imported when a key first asks for them; the card, which most open first, is there before."""

import subprocess
import sys

AHEAD = """
import sys
from tui.app.pages import import_ahead
assert "tui.app.screens.card" not in sys.modules
import_ahead()
print(*sorted({"tui.app.screens.card", "markdown_it", "tui.app.commands.pages.rules"} & set(sys.modules)))
"""


def test_what_the_first_card_needs_is_imported_ahead():
    done = subprocess.run([sys.executable, "-c", AHEAD], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["markdown_it", "tui.app.commands.pages.rules", "tui.app.screens.card"]
