"""Enrichment commands: lookups, people search, bulk lookups of cards, and credits."""
