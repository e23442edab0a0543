"""Writes inside the store: submission, what is shown, binding of ids, confirmation, undo."""
