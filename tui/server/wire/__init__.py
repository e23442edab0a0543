"""The wire format of each noun: database rows in, JSON objects out, loaded in bulk."""
