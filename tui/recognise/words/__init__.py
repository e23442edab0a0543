"""What words are: names, trades, titles, words of every day."""
