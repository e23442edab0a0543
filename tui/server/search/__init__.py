"""The search: parsing of queries, their conversion to SQL conditions, and the answers."""
