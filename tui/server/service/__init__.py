"""The shared service: both services for a team, on sockets, with a SQLite file or a PostgreSQL database."""
