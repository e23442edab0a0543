"""The server's tables, a file for each noun; import them from ``tui.server.storage.db``."""
