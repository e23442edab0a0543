"""Invented sales work: a directory nobody real is in, and boards that talk about it."""
