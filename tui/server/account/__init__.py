"""The account page, where members see and revoke their tokens, applications and directory keys."""
