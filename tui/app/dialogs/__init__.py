"""What is asked over a page, and done: run a command, import, export, other keys."""
