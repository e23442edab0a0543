-- What rules did. A firing is one event that one rule takes up; its key makes it one, however often the event is read.
-- step is the next step to be done, steps the fingerprint of those that are done, found what steps gave to later ones, outcomes one line for each step that is done.

CREATE TABLE firings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    rule TEXT NOT NULL,
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    card_id TEXT NOT NULL,
    event TEXT NOT NULL,
    at REAL NOT NULL,
    heard REAL NOT NULL,
    chain TEXT NOT NULL,
    depth INTEGER NOT NULL,
    state TEXT NOT NULL,
    step INTEGER NOT NULL DEFAULT 0,
    steps TEXT NOT NULL DEFAULT '',
    found TEXT NOT NULL DEFAULT '{}',
    outcomes TEXT NOT NULL DEFAULT '[]',
    tries INTEGER NOT NULL DEFAULT 0,
    due REAL NOT NULL,
    failing_since REAL,
    sure INTEGER NOT NULL DEFAULT 0,
    ended REAL,
    UNIQUE (rule, account, key)
);
CREATE INDEX firings_waiting ON firings (rule, due, id) WHERE state = 'waiting';
CREATE INDEX firings_waiting_for_card ON firings (rule, card_id, id) WHERE state = 'waiting';
CREATE INDEX firings_by_due ON firings (rule, due);
CREATE INDEX firings_of_card ON firings (rule, card_id, at);
CREATE INDEX firings_by_age ON firings (heard);

-- What steps spent: counted before it is spent, so that a kill cannot hide it.

CREATE TABLE spent (
    firing INTEGER NOT NULL,
    rule TEXT NOT NULL,
    step INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (firing, step)
) WITHOUT ROWID;
CREATE INDEX spent_by_rule ON spent (rule, at);

-- Since when each rule is on: what happened before is none of its business.

CREATE TABLE rules_on (
    rule TEXT PRIMARY KEY,
    since REAL NOT NULL
) WITHOUT ROWID;

-- How far the log of each account's events has been read.

CREATE TABLE read_up_to (
    account TEXT PRIMARY KEY,
    place INTEGER NOT NULL
) WITHOUT ROWID;

-- What steps changed: an event that tells of it belongs to the same chain.

CREATE TABLE caused (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT NOT NULL,
    card_id TEXT NOT NULL,
    activity TEXT NOT NULL,
    chain TEXT NOT NULL,
    depth INTEGER NOT NULL,
    at REAL NOT NULL
);
CREATE INDEX caused_by_age ON caused (at);
