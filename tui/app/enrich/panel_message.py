"""PanelMessage: the base of the enrich panel's messages, so that a screen can handle them without importing each."""

from textual.message import Message


class PanelMessage(Message):
    """The base of all messages from the panel."""
