-- Open cards by who is on them and by when they are due, for the pages that look across all boards.

CREATE INDEX cards_with_members ON cards (member_ids, board_id) WHERE closed = 0 AND member_ids != '';
CREATE INDEX cards_by_due ON cards (due_complete, due) WHERE closed = 0 AND due IS NOT NULL;
