"""Custom fields: what a board defines, and what its cards have in them."""
