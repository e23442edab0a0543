"""What lies over a page until it is answered: a question, a choice, a line."""
