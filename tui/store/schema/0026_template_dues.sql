-- A template is not due, and neither are the items of its checklists.

UPDATE cards SET due = NULL, item_dues = '' WHERE template = 1;
