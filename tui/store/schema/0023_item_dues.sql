-- When the open items of a card's checklists are due, the earliest first, with tabs between them: filters ask each card.

ALTER TABLE cards ADD COLUMN item_dues TEXT NOT NULL DEFAULT '';
UPDATE cards SET item_dues = (
    SELECT coalesce(group_concat(due, char(9)), '') FROM (
        SELECT json_extract(i.value, '$[2]') AS due FROM checklists AS k JOIN json_each(k.to_do) AS i
        WHERE k.card_id = cards.id AND k.to_do IS NOT NULL AND json_extract(i.value, '$[2]') IS NOT NULL ORDER BY due
    )
) WHERE id IN (SELECT card_id FROM checklists WHERE to_do IS NOT NULL);

-- Writes that change cards without naming them, looked for whenever what is shown of a card is made anew.

CREATE INDEX outbox_by_kind ON outbox (kind, state);
