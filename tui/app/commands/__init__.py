"""What a user can ask for: one class a command."""
