"""Sending of writes: requests, outcomes, conflicts, and what others did meanwhile."""
