"""What is copied is wrapped for tmux."""

import base64

from tui.app.terminal.clipboard import wrapped


def test_the_sequence_is_wrapped_with_its_escape_doubled():
    sent = wrapped("Ana Ray – Tūī")
    assert sent.startswith("\x1bPtmux;\x1b\x1b]52;c;")
    assert sent.endswith("\a\x1b\\")
    assert base64.b64decode(sent.partition("52;c;")[2].partition("\a")[0]).decode() == "Ana Ray – Tūī"
    assert wrapped("\ud800").isascii()
