"""Both services, embedded or served; a stranger to all but the model."""
