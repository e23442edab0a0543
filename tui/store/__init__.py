"""The local truth: SQLite, and the outbox."""
