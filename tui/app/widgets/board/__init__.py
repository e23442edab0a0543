"""Parts of the board widget: the texts of a column beside its cards, and the mouse."""
