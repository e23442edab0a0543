-- What lookups may cost, who must not be looked up, and runs over many cards.
--
-- asked holds what may have been charged and has no answer yet: from before a request leaves until its answer
-- is in the ledger. Its token is the request's name in front of the service, and makes a ledger entry single.

CREATE TABLE asked (
    type TEXT NOT NULL,
    key TEXT NOT NULL,
    token TEXT NOT NULL,
    high INTEGER NOT NULL,
    run TEXT NOT NULL DEFAULT '',
    at REAL NOT NULL,
    owner TEXT NOT NULL DEFAULT '',
    until REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (type, key)
) WITHOUT ROWID;
INSERT INTO asked (type, key, token, high, at)
    SELECT substr(key, 8, instr(substr(key, 8), ':') - 1), substr(key, 9 + instr(substr(key, 8), ':') - 1),
        value, 0, 0 FROM meta WHERE key LIKE 'lookup:%:%';
DELETE FROM meta WHERE key LIKE 'lookup:%';

ALTER TABLE ledger ADD COLUMN token TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN run TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX ledger_by_token ON ledger (token) WHERE token != '';
CREATE INDEX ledger_by_run ON ledger (run) WHERE run != '';

CREATE TABLE suppressed (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    why TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (kind, value)
) WITHOUT ROWID;

CREATE TABLE bulk_runs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    made_at REAL NOT NULL,
    cards INTEGER NOT NULL,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL,
    attach INTEGER NOT NULL,
    why TEXT NOT NULL DEFAULT '',
    owner TEXT NOT NULL DEFAULT '',
    until REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE bulk_items (
    run TEXT NOT NULL,
    place INTEGER NOT NULL,
    card_id TEXT NOT NULL,
    type TEXT NOT NULL DEFAULT '',
    key TEXT NOT NULL DEFAULT '',
    subject TEXT,
    state TEXT NOT NULL,
    cost INTEGER NOT NULL DEFAULT 0,
    why TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (run, place)
) WITHOUT ROWID;
CREATE INDEX bulk_items_by_state ON bulk_items (run, state);
