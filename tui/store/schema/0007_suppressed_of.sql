-- Who opted out by one identifier is known by others too, once an answer has told: those are kept out with it.
-- of names the entry that was given, kind:value; '' where it is that entry itself.

ALTER TABLE suppressed ADD COLUMN of TEXT NOT NULL DEFAULT '';
CREATE INDEX suppressed_of ON suppressed (of) WHERE of != '';
