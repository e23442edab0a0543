"""Generated demo data: a directory of fictional people and companies, and boards that refer to it."""
