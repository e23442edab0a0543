"""Damage: how it is recognised, and what is done about it."""
