-- What rules have done: the key is written with the writes themselves, so that a repeated step does nothing twice.

CREATE TABLE effects (
    key TEXT PRIMARY KEY,
    at REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX effects_by_age ON effects (at);
