"""Printing an address on the terminal as a hyperlink, and copying it to the clipboard."""

import base64
import sys

from tui.cli import output


def show_address(address: str) -> None:
    """Write ``address`` to stderr; on a terminal as a hyperlink (OSC 8) and to the clipboard (OSC 52)."""
    shown = output.clean(address)
    if not sys.stderr.isatty():
        output.say(shown)
        return
    # Both reach the user's own terminal through SSH; a terminal that supports neither shows the address.
    copied = base64.b64encode(shown.encode()).decode()
    sys.stderr.write(f"\x1b]8;;{shown}\x1b\\{shown}\x1b]8;;\x1b\\\n\x1b]52;c;{copied}\x1b\\")
    sys.stderr.flush()
    output.say("(It is on your clipboard too, where the terminal lets programs do that.)")
