-- Who else changed what is in conflict, where the service told.

ALTER TABLE conflicts ADD COLUMN who TEXT NOT NULL DEFAULT '';
