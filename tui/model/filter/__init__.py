"""The filter language: which cards a board shows, and which cards a rule is for."""
