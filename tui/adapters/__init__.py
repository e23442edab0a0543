"""Adapters: the descriptions of enrichment services, read from TOML files."""
