-- A draft belongs to the window it is typed in; what a closed window left behind is offered to the next.

CREATE TABLE drafts_of_windows (
    key TEXT NOT NULL,
    window TEXT NOT NULL,
    value TEXT NOT NULL,
    at REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (key, window)
) WITHOUT ROWID;

INSERT INTO drafts_of_windows (key, window, value) SELECT key, '', value FROM drafts;

DROP TABLE drafts;

ALTER TABLE drafts_of_windows RENAME TO drafts;
