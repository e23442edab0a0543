"""Pairs of a person and a firm on a card: what links them, what keeps them apart, and which is surest."""
