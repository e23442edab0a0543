"""Widgets that help while the user types."""
