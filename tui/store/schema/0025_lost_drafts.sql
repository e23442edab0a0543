-- A draft keeps where it belongs, so that the text can be named, and put into a new card, once that is gone.
-- shown of a conflict is what was shown when it began: while that stands, the other side's value may not be here yet.
-- chosen_at is when a conflict was settled: it is deleted some time after that.

ALTER TABLE drafts ADD COLUMN board_id TEXT NOT NULL DEFAULT '';
ALTER TABLE drafts ADD COLUMN thing TEXT NOT NULL DEFAULT '';
UPDATE drafts SET
    board_id = coalesce((SELECT board_id FROM docs WHERE id = substr(key, instr(key, ':') + 1)), ''),
    thing = coalesce(
        (SELECT json_extract(coalesce(shown, base), '$.name') FROM docs WHERE id = substr(key, instr(key, ':') + 1)), ''
    );
ALTER TABLE conflicts ADD COLUMN shown TEXT;
ALTER TABLE conflicts ADD COLUMN chosen_at REAL NOT NULL DEFAULT 0;
