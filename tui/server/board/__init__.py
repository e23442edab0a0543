"""The task-board service, one module per noun."""
