"""Widgets: they receive values through methods and report through messages."""
