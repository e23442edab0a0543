"""Extraction of identifiers from text: addresses, links, telephone and register numbers."""
