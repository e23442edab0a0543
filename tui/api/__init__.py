"""HTTP clients: one transport, and clients of two services."""
