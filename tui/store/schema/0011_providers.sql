-- An answer belongs to the service that gave it: another one's miss says nothing of this one, and each keeps its own.
-- So does what was asked and not answered.

ALTER TABLE findings RENAME TO findings_before;
CREATE TABLE findings (
    provider TEXT NOT NULL,
    type TEXT NOT NULL,
    key TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (provider, type, key)
);
INSERT INTO findings (provider, type, key, fetched_at, payload)
    SELECT coalesce(json_extract(payload, '$.provider'), ''), type, key, fetched_at, payload FROM findings_before;
ALTER TABLE finding_names RENAME TO finding_names_before;
CREATE TABLE finding_names (
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    provider TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (type, name, provider)
) WITHOUT ROWID;
INSERT INTO finding_names (type, name, provider, key)
    SELECT n.type, n.name, f.provider, n.key
    FROM finding_names_before AS n JOIN findings AS f ON f.type = n.type AND f.key = n.key;
DROP TABLE finding_names_before;
DROP TABLE findings_before;

ALTER TABLE asked RENAME TO asked_before;
CREATE TABLE asked (
    provider TEXT NOT NULL,
    type TEXT NOT NULL,
    key TEXT NOT NULL,
    token TEXT NOT NULL,
    high INTEGER NOT NULL,
    run TEXT NOT NULL DEFAULT '',
    at REAL NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    until REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (provider, type, key)
) WITHOUT ROWID;
INSERT INTO asked SELECT '', type, key, token, high, run, at, owner, until FROM asked_before;
DROP TABLE asked_before;

-- The user said that an item is to be asked for although an earlier request for it may have been charged.
ALTER TABLE bulk_items ADD COLUMN sure INTEGER NOT NULL DEFAULT 0;
