"""Parts of the rules page: what it shows, and the questions that make a rule."""
