"""``cardscout card …``, a module for each kind of thing that can be done to a card."""
