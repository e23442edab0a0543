"""Access control: applications, passwords, sign-in codes, tokens, scopes, signatures and rate limits."""
