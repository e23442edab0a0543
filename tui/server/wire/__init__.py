"""What the nouns look like on the wire: rows in, JSON objects out, loaded in bulk."""
