"""Parts of the board widget: what a column says beside its cards, and the mouse."""
