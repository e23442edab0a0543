-- The ids that a write, its inverses and its renames have, so that who asks which writes name a thing need not read them all.
-- Of what waits already every short text without a blank counts as one: a row too many is only looked at for nothing.

CREATE TABLE outbox_ids (
    ident TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (ident, seq)
) WITHOUT ROWID;
CREATE INDEX outbox_ids_by_seq ON outbox_ids (seq);
CREATE TRIGGER outbox_ids_go AFTER DELETE ON outbox BEGIN
    DELETE FROM outbox_ids WHERE seq = old.seq;
END;
INSERT OR IGNORE INTO outbox_ids (ident, seq)
SELECT t.value, o.seq FROM outbox AS o, json_tree(CASE WHEN json_valid(o.op) THEN o.op ELSE 'null' END) AS t
WHERE t.type = 'text' AND length(t.value) < 64 AND instr(t.value, ' ') = 0;
INSERT OR IGNORE INTO outbox_ids (ident, seq)
SELECT t.value, o.seq FROM outbox AS o, json_tree(CASE WHEN json_valid(o.inverse) THEN o.inverse ELSE 'null' END) AS t
WHERE t.type = 'text' AND length(t.value) < 64 AND instr(t.value, ' ') = 0;
INSERT OR IGNORE INTO outbox_ids (ident, seq)
SELECT t.key, o.seq FROM outbox AS o, json_each(CASE WHEN json_valid(o.renames) THEN o.renames ELSE '{}' END) AS t
UNION SELECT t.value, o.seq FROM outbox AS o, json_each(CASE WHEN json_valid(o.renames) THEN o.renames ELSE '{}' END) AS t;
