"""The parts that the card screen has."""
