"""The server's storage: the database engine, the schema and its migrations."""
