"""Tables, a module a noun: its narrow rows, and its reader."""
