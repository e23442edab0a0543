-- A run is resumed only at the services that it was priced for: their names, as JSON; none for a run from before.

ALTER TABLE bulk_runs ADD COLUMN services TEXT NOT NULL DEFAULT '[]';
