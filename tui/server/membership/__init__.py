"""Memberships of boards and workspaces."""
