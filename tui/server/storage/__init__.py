"""The server's storage: the engine, and the schema as it grows."""
