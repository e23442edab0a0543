-- Pages of searches for people that were paid for: a kill between the answer and its use must not cost another.
-- key is that of the receipt. Who opted out is in them with nothing but an identifier that the list has.

CREATE TABLE pages (
    provider TEXT NOT NULL,
    key TEXT NOT NULL,
    at REAL NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (provider, key)
) WITHOUT ROWID;
