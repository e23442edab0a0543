"""Commands: the user's possible actions, one class each."""
