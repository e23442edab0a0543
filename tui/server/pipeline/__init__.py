"""One request on its way through the server: read, let in, carried out once, answered."""
