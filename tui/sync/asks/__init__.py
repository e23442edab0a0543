"""What each op asks of the service, a module a noun; ``dispatch`` chooses."""
