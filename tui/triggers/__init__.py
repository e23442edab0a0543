"""The fifteen triggers, each of which selects events. Pure: they get events and send no requests."""
