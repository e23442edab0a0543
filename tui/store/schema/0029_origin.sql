-- An undo and its redo are told by what the user did, whose batch this is.

ALTER TABLE outbox ADD COLUMN origin INTEGER;
