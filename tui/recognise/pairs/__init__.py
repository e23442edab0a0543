"""Pairs of a person and a firm on a card: the evidence for and against them, and which is most likely."""
