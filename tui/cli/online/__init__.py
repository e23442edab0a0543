"""How commands use the service: they query it, fall back to stored data, and deliver writes."""
