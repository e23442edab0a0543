"""Texts and rows of the enrich panel, the people page and the bulk page, as pure functions and values."""
