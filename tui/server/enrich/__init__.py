"""The sales-intelligence service."""
