"""Pages that show the cards of one board, or of all, in other ways than as lists."""
