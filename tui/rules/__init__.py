"""Rules: steps that run by themselves when something happens on a board."""
