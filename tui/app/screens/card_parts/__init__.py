"""The parts of the card screen."""
