"""PanelMessage: the base of the enrich panel's messages, by which a screen takes them all before it knows any."""

from textual.message import Message


class PanelMessage(Message):
    """The base of all messages from the panel."""
