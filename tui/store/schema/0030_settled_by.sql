-- batch is the batch of writes that settled a conflict, and choice what it was settled by: undone, it is open again.

ALTER TABLE conflicts ADD COLUMN batch INTEGER;
ALTER TABLE conflicts ADD COLUMN choice TEXT NOT NULL DEFAULT '';

UPDATE conflicts SET chosen = 'made' WHERE chosen = 'mine' AND why IN ('deleted', 'lost', 'parts');
