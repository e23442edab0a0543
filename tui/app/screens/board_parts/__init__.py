"""The parts that the board screen has: each is an object that is handed what it works on."""
