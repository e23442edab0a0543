"""Cardscout: boards in the terminal, and the people and companies on their cards."""

__version__ = "0.20.0"
