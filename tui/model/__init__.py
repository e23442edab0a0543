"""Model classes: frozen values, no I/O."""
