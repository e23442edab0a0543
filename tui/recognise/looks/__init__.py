"""Looks at the possible names of a card: what is seen of each, alone and among the others."""
