"""Accounts in the screens: their interface, and the switch from one to another."""
