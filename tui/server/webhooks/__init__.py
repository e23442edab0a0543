"""Outgoing webhooks: registration, the queue of events, and delivery."""
