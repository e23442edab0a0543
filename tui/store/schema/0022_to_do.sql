-- Open items of checklists that have a due date or somebody who does them, for the agenda and one's own cards:
-- a JSON list of [id, name, due, member]; NULL for none.

ALTER TABLE checklists ADD COLUMN to_do TEXT;
CREATE INDEX checklists_to_do ON checklists (card_id) WHERE to_do IS NOT NULL;
UPDATE checklists SET to_do = (
    SELECT CASE WHEN count(*) THEN json_group_array(json_array(
        json_extract(i.value, '$.id'), json_extract(i.value, '$.name'),
        json_extract(i.value, '$.due'), coalesce(json_extract(i.value, '$.idMember'), '')
    )) END
    FROM docs AS d JOIN json_each(coalesce(d.shown, d.base), '$.checkItems') AS i
    WHERE d.noun = 'checklists' AND d.id = checklists.id AND json_extract(i.value, '$.state') != 'complete'
    AND coalesce(json_extract(i.value, '$.due'), json_extract(i.value, '$.idMember'), '') != ''
);
