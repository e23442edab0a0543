"""Accounts in the screens: what is asked of them, and going from one to another."""
