"""The sales-intelligence client."""
