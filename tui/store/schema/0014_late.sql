-- A write whose answer was lost may still arrive: until then what is written next to the same thing waits.

ALTER TABLE outbox ADD COLUMN late_until REAL;
