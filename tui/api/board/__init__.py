"""The task-board client, a module a noun."""
