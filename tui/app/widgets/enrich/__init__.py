"""The panel of lookups, and the form of a search for people."""
