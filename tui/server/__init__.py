"""Both services, embedded or served; independent of the client, with which they share only the model."""
