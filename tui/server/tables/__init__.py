"""The server's tables, a file for each noun; take them through ``tui.server.storage.db``."""
