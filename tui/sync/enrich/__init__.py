"""Looking people and companies up: one, a name, a search, or many cards in a run."""
