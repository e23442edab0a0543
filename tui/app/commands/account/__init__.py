"""What is done with accounts, and on the page of a login."""
