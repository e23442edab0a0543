"""Word lists, and the classification of words: names, trades, titles, common words."""
