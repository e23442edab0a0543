"""Dialogs over a page: running a command, import, export, other keys."""
