"""Widgets for enrichment: the panel of lookups, and the form for searching people."""
