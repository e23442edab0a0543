"""Accounts at other services: which one is chosen, and the way to it."""
