"""The client of sales-intelligence services."""
