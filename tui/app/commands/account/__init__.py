"""Commands of the accounts page and of the login page."""
