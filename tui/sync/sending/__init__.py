"""What becomes of a write that was sent: its outcome, what it ran into, what was done beside it."""
