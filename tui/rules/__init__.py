"""Rules: what is done by itself when something happens on a board."""
