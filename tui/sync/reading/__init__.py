"""Parts of the reading of boards from the board service into the store."""
