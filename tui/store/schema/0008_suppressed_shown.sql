-- A telephone number is compared by its last digits; shown is how a reader is told of it: E.164. '' for what value tells.

ALTER TABLE suppressed ADD COLUMN shown TEXT NOT NULL DEFAULT '';
