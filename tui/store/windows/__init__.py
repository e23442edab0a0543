"""What belongs to one window: that it is open, and what is being typed in it."""
