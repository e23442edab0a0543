"""The pages of accounts: all of them, and the login of one."""
