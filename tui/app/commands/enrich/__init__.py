"""Commands that look up people and companies: from the panel, by a search, and many at once."""
