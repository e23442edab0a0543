"""Maintenance commands: backup, restore, automatic copies, and the doctor."""
