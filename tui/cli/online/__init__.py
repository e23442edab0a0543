"""What the commands do about the service: ask it, use what is stored without it, and deliver writes."""
