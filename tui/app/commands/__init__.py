"""Commands: what a user can ask for, one class each."""
