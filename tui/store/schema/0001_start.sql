-- The local truth of one account.
--
-- docs holds what the service last said (base) and, where waiting writes make a difference, what is
-- shown instead. The noun tables are the view: one narrow row for each thing that is visible now.

CREATE TABLE docs (
    noun TEXT NOT NULL,
    id TEXT NOT NULL,
    board_id TEXT NOT NULL,
    parent_id TEXT NOT NULL DEFAULT '',
    heard INTEGER NOT NULL DEFAULT 0,
    base TEXT,
    shown TEXT
);
CREATE UNIQUE INDEX docs_by_id ON docs (noun, id);
CREATE INDEX docs_by_parent ON docs (noun, parent_id);
CREATE INDEX docs_by_board ON docs (noun, board_id);

CREATE TABLE boards (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    closed INTEGER NOT NULL,
    starred INTEGER NOT NULL,
    short_link TEXT NOT NULL,
    opened REAL NOT NULL DEFAULT 0,
    payload TEXT NOT NULL
);

CREATE TABLE lists (
    id TEXT PRIMARY KEY,
    board_id TEXT NOT NULL,
    name TEXT NOT NULL,
    pos REAL NOT NULL,
    closed INTEGER NOT NULL
);
CREATE INDEX lists_in_order ON lists (board_id, closed, pos, id);

CREATE TABLE cards (
    id TEXT PRIMARY KEY,
    board_id TEXT NOT NULL,
    list_id TEXT NOT NULL,
    name TEXT NOT NULL,
    pos REAL NOT NULL,
    closed INTEGER NOT NULL,
    due TEXT,
    due_complete INTEGER NOT NULL,
    has_desc INTEGER NOT NULL,
    items INTEGER NOT NULL,
    items_done INTEGER NOT NULL,
    comments INTEGER NOT NULL,
    attachments INTEGER NOT NULL,
    label_ids TEXT NOT NULL,
    member_ids TEXT NOT NULL,
    pending INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    version INTEGER NOT NULL,
    text_sum INTEGER NOT NULL,
    subject INTEGER
);
CREATE INDEX cards_in_order ON cards (list_id, closed, pos, id);
CREATE INDEX cards_by_board ON cards (board_id, closed, list_id);

CREATE TABLE labels (
    id TEXT PRIMARY KEY,
    board_id TEXT NOT NULL,
    name TEXT NOT NULL,
    color TEXT
);
CREATE INDEX labels_by_board ON labels (board_id);

CREATE TABLE checklists (
    id TEXT PRIMARY KEY,
    card_id TEXT NOT NULL,
    name TEXT NOT NULL,
    pos REAL NOT NULL,
    items INTEGER NOT NULL,
    items_done INTEGER NOT NULL
);
CREATE INDEX checklists_in_order ON checklists (card_id, pos, id);

CREATE TABLE comments (
    id TEXT PRIMARY KEY,
    card_id TEXT NOT NULL,
    date TEXT NOT NULL
);
CREATE INDEX comments_in_order ON comments (card_id, date, id);

CREATE TABLE members (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    payload TEXT NOT NULL
);
CREATE TABLE memberships (
    board_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (board_id, member_id)
) WITHOUT ROWID;

CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    batch INTEGER NOT NULL,
    role TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0,
    entity TEXT NOT NULL,
    kind TEXT NOT NULL,
    op TEXT NOT NULL,
    inverse TEXT NOT NULL DEFAULT '[]',
    renames TEXT NOT NULL DEFAULT '{}',
    needs TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    made_at REAL NOT NULL,
    not_before REAL,
    first_sent_at REAL,
    reason TEXT NOT NULL DEFAULT '',
    cause INTEGER
);
CREATE INDEX outbox_by_entity ON outbox (entity, state, seq);
CREATE INDEX outbox_by_state ON outbox (state, seq);
CREATE INDEX outbox_by_batch ON outbox (batch);

CREATE TABLE bound (local TEXT PRIMARY KEY, server TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE findings (
    type TEXT NOT NULL,
    key TEXT NOT NULL,
    fetched_at TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (type, key)
);
CREATE TABLE finding_names (
    type TEXT NOT NULL,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (type, name)
) WITHOUT ROWID;
CREATE TABLE attached (
    card_id TEXT NOT NULL,
    key TEXT NOT NULL,
    comment_id TEXT NOT NULL,
    PRIMARY KEY (card_id, key)
) WITHOUT ROWID;
CREATE INDEX attached_by_comment ON attached (comment_id);

CREATE TABLE ledger (
    id INTEGER PRIMARY KEY,
    at REAL NOT NULL,
    key TEXT NOT NULL,
    provider TEXT NOT NULL,
    cost INTEGER NOT NULL,
    request_id TEXT NOT NULL
);
CREATE INDEX ledger_by_time ON ledger (at);

CREATE TABLE cursors (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE drafts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE counter (value INTEGER NOT NULL);
INSERT INTO counter (value) VALUES (0);
