"""Completion of the command line in shells, from what is stored on this machine."""
