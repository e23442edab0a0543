"""Recognition of the people and companies named in card text; pure functions."""
