"""The wire: one transport, two clients."""
