"""The local store of an account, in SQLite, with the outbox."""
