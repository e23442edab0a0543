"""Pages that show the cards of one board, or of all boards, in views other than lists."""
