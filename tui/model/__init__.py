"""The nouns: frozen values, no I/O."""
