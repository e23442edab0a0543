"""The shared service: both services for a team, on sockets, over a file or a PostgreSQL database."""
