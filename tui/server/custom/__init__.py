"""Custom fields: definitions on a board, and values on its cards."""
