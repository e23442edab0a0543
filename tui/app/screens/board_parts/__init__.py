"""The parts of the board screen; each part is an object that gets the other parts it needs."""
