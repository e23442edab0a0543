"""Enrichment commands: lookups, people search, bulk lookups of cards, credits, and the suppression list."""
