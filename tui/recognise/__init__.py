"""Card text to the people and companies it names; pure."""
