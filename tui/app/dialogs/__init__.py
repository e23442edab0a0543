"""Dialogs over a page: running a command, import, export, and key bindings."""
