"""Permissions of callers, lookups of the things in a request, and positions among siblings."""
