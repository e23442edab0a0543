-- Whether a card is a template, which the board marks.

ALTER TABLE cards ADD COLUMN template INTEGER NOT NULL DEFAULT 0;
UPDATE cards SET template = 1 WHERE id IN (
    SELECT id FROM docs WHERE noun = 'cards' AND json_extract(coalesce(shown, base), '$.isTemplate')
);
