"""The request pipeline: parsing, authentication, routing, idempotency and responses."""
