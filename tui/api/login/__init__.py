"""Logging in to a board service: its permission page, the way back from a browser, OAuth 1.0a, and a token's check."""
