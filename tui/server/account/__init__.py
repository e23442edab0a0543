"""Pages where a member sees what acts for them, and ends it: tokens, applications, directory keys."""
