"""The task-board client, one module per noun."""
