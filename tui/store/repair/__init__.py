"""Damaged stores: detection and repair."""
