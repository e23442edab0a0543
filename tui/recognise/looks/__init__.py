"""Features of the possible names of a card, alone and in relation to the others."""
