"""What happened: the action log, and those who listen to it."""
