-- Which window a change was made in: u takes back what was done in its own window, or in one that is closed.

ALTER TABLE outbox ADD COLUMN window TEXT NOT NULL DEFAULT '';
