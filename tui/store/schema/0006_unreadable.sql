-- Writes that cannot be read any more: out of the queue, so that they stand in nobody's way, and kept for the user.

CREATE TABLE unreadable (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    op TEXT NOT NULL
);
