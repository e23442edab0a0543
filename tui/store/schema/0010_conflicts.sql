-- What two people, or two windows, changed differently: kept until the user discards it.
--
-- base of a write is what its fields said when the user began to change them, by field.
-- op is what was written here, of this one field. theirs is what stood there instead.

UPDATE outbox SET base = json_object('desc', base) WHERE base IS NOT NULL;

CREATE TABLE conflicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at REAL NOT NULL,
    why TEXT NOT NULL,
    op TEXT NOT NULL,
    field TEXT NOT NULL,
    base TEXT NOT NULL,
    theirs TEXT NOT NULL,
    board TEXT NOT NULL,
    thing TEXT NOT NULL,
    chosen TEXT NOT NULL DEFAULT ''
);
