"""Writes, one module per model class: how each is applied, undone and described."""
