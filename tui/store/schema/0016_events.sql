-- What happened, for triggers: each event once, whichever way it became known; it is forgotten after a week.
-- since is set where it was found by comparing two readings; told_by is then the action that told the same later.

CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    board_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    since REAL,
    at REAL NOT NULL,
    told_by TEXT,
    heard REAL NOT NULL,
    event TEXT NOT NULL
);
CREATE INDEX events_by_age ON events (heard);
CREATE INDEX events_by_subject ON events (subject, at);
CREATE INDEX events_by_teller ON events (told_by) WHERE told_by IS NOT NULL;

-- How the things of a board were when they were last read for triggers: what no feed tells is found by comparing.

CREATE TABLE readings (
    board_id TEXT NOT NULL,
    noun TEXT NOT NULL,
    id TEXT NOT NULL,
    held TEXT NOT NULL,
    PRIMARY KEY (board_id, noun, id)
) WITHOUT ROWID;
