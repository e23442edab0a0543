"""Permissions of callers, lookups of what a request names, and positions among siblings."""
