"""Webhooks out: who wants to be told, what is still to be sent, and sending it."""
