"""Completion of the command line in shells, from the data stored on this machine."""
