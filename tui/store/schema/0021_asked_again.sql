-- Whether a run also asks for those whom no service had, when they were last asked for.

ALTER TABLE bulk_runs ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
