-- What a description said before the user began to change it: what a merge with somebody else's begins with.
-- An edit that takes the place of an earlier one, never sent, begins where that did.

ALTER TABLE outbox ADD COLUMN base TEXT;
UPDATE outbox SET base = json_extract(inverse, '$[0].desc')
    WHERE kind = 'update_card' AND json_extract(op, '$.desc') IS NOT NULL;
