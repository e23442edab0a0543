"""Keeping: backups, what is made of them, and whether all is well."""
