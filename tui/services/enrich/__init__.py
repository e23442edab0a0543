"""Services of the workspace for lookups: people and companies, and what they cost."""
