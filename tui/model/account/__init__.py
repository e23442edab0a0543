"""Accounts: what a token may do, and who speaks with it."""
