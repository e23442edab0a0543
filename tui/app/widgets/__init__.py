"""Widgets: they are handed values and answer with messages."""
