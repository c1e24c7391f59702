-- name: lock-maintenance
-- One node at a time. The lock ends with the transaction, and makes no reader or writer wait.
LOCK TABLE ONLY signalbox_platform.events IN SHARE UPDATE EXCLUSIVE MODE

-- name: now
SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) AS now

-- name: partitions
-- The days that are there. One that is being detached is not attached any more.
SELECT CAST(p.relname AS text) AS parent, CAST(c.relname AS text) AS name, i.inhdetachpending AS detaching,
       CAST(substring(b.bound FROM 'FROM \(''?(-?[0-9]+)''?\)') AS bigint) AS lower,
       CAST(substring(b.bound FROM 'TO \(''?(-?[0-9]+)''?\)') AS bigint) AS upper
  FROM pg_catalog.pg_inherits AS i
  JOIN pg_catalog.pg_class AS c ON c.oid = i.inhrelid
  JOIN pg_catalog.pg_class AS p ON p.oid = i.inhparent AND p.relkind = 'p'
  JOIN pg_catalog.pg_namespace AS s ON s.oid = p.relnamespace
 CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) AS b
 WHERE s.nspname = 'signalbox_platform'
 ORDER BY 1, 4

-- name: leftovers
-- Tables of days that were detached, and not dropped.
SELECT CAST(c.relname AS text) AS name
  FROM pg_catalog.pg_class AS c
  JOIN pg_catalog.pg_namespace AS s ON s.oid = c.relnamespace
 WHERE s.nspname = 'signalbox_platform' AND c.relkind = 'r' AND NOT c.relispartition
   AND c.relname ~ '^(events|event_context|jobs|tasks|attempts|ended)_[0-9]+$'
 ORDER BY 1

-- name: create
CREATE TABLE {part} (LIKE {parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE){options}

-- name: attach
ALTER TABLE {parent} ATTACH PARTITION {part} FOR VALUES FROM ({lower}) TO ({upper})

-- name: waiting
-- Whether a job of the day has not ended. Its event is needed until then.
SELECT EXISTS (SELECT 1 FROM {part} AS j
                WHERE j.status IN (0, 1) OR (j.status = 4 AND j.next_attempt_at IS NOT NULL)) AS found

-- name: held
-- Whether a job of the day was given up, and a group waits for it.
SELECT EXISTS (SELECT 1 FROM signalbox_platform.given_up AS g
                WHERE g.job >= :lower AND g.job < :upper) AS found

-- name: free-keys
-- From here on, keys of events before this id count as free. It only grows.
UPDATE signalbox_platform.registry SET oldest_kept = greatest(oldest_kept, :oldest)

-- name: detach
ALTER TABLE {parent} DETACH PARTITION {part} CONCURRENTLY

-- name: finish-detaching
ALTER TABLE {parent} DETACH PARTITION {part} FINALIZE

-- name: drop
DROP TABLE {part}

-- name: sweep-keys
-- Looks at one piece of the table, in the order of the keys.
WITH piece AS MATERIALIZED (
    SELECT k.key, k.id FROM signalbox_platform.deduplication_keys AS k
     WHERE k.key > CAST(:beyond AS uuid)
     ORDER BY k.key
     LIMIT :most
),
swept AS (
    DELETE FROM signalbox_platform.deduplication_keys AS k
     WHERE k.key = ANY (ARRAY(SELECT p.key FROM piece AS p
                               WHERE p.id < (SELECT r.oldest_kept FROM signalbox_platform.registry AS r)))
       AND k.id < (SELECT r.oldest_kept FROM signalbox_platform.registry AS r)
    RETURNING 1
)
SELECT (SELECT count(*) FROM swept) AS swept, (SELECT count(*) FROM piece) AS looked,
       CAST((SELECT p.key FROM piece AS p ORDER BY p.key DESC LIMIT 1) AS text) AS last
