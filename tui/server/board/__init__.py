"""The task-board service, a module a noun."""
