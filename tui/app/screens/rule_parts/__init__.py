"""Parts of the rules page: its lines, and the questions for a new rule."""
