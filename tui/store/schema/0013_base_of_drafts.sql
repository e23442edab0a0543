-- A draft of a text that is there already keeps what that said when it was begun: somebody may change it meanwhile.

ALTER TABLE drafts ADD COLUMN base TEXT;
