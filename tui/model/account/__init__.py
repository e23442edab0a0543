"""Model classes of accounts: the token's scopes and expiry, and its member."""
