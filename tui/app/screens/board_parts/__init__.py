"""The parts of the board screen: each is an object that is given the other parts it works with."""
