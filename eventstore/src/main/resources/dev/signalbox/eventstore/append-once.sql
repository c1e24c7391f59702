INSERT INTO events (type, tags, data)
SELECT type, tags::text[], data::json
FROM unnest(?::text[], ?::text[], ?::text[]) WITH ORDINALITY AS event (type, tags, data, place)
WHERE current_setting('signalbox.locked', true) = 'on'
  AND current_setting('transaction_isolation') IN ('read committed', 'read uncommitted')
  AND NOT ${repeated}
ORDER BY place
RETURNING position
