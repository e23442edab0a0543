"""Screens: they read the workspace and hand values to widgets."""
