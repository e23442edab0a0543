-- What the user deleted, and when the service had that: a reading that began before must not bring it back.

CREATE TABLE buried (
    noun TEXT NOT NULL,
    id TEXT NOT NULL,
    heard INTEGER NOT NULL,
    PRIMARY KEY (noun, id)
) WITHOUT ROWID;
