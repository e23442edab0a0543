-- Boards and notifications become things that ops change: the service's word beside what is shown.
-- card_texts is what a search over all boards looks through: title and text, folded (model/search.py).

INSERT INTO docs (noun, id, board_id, base) SELECT 'boards', id, id, payload FROM boards;

CREATE TABLE notifications (
    id TEXT PRIMARY KEY,
    date TEXT NOT NULL,
    unread INTEGER NOT NULL
);
CREATE INDEX notifications_in_order ON notifications (date, id);
CREATE INDEX notifications_unread ON notifications (unread);

CREATE TABLE card_texts (id TEXT PRIMARY KEY, folded TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO card_texts (id, folded) SELECT id, lower(name) FROM cards;
CREATE TRIGGER card_texts_go AFTER DELETE ON cards BEGIN
    DELETE FROM card_texts WHERE id = old.id;
END;
