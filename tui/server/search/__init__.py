"""The search: what a query asks for, which cards that is, and how it is answered."""
