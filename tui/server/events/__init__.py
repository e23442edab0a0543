"""The action log, and calls to its listeners."""
