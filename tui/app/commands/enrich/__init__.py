"""Looking people and companies up: from the panel, by a search, and many at once."""
