"""Widgets that help while something is typed."""
