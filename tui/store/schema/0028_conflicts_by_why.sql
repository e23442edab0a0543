-- For each text that a restored service has lost, the contested changes of that field are looked through.

CREATE INDEX conflicts_by_why ON conflicts (why, field);
