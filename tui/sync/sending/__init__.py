"""Sending of writes: requests, outcomes, conflicts, and changes by others meanwhile."""
