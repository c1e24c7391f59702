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

-- name: waiting-days
-- Which of these days have jobs that wait: for their turn, for their time, or behind a job that was given up. The latter keeps
-- its day, too, so that it can be retried. Looks once at what waits, and not at the days, which may be large. An event may be
-- of the day before its job, so a day reaches a little into the next.
WITH old AS MATERIALIZED (
    SELECT q.job FROM signalbox_platform.queue AS q WHERE q.job < :before
    UNION ALL
    SELECT w.job FROM signalbox_platform.scheduled AS w WHERE w.job < :before
    UNION ALL
    SELECT d.job FROM signalbox_platform.deferred AS d WHERE d.job < :before
    UNION ALL
    -- From what waits to what it waits for: many jobs may be given up of which nothing waits. OFFSET 0 keeps that direction.
    SELECT DISTINCT g.job
      FROM (SELECT d.stream, d.message_group, d.position FROM signalbox_platform.deferred AS d
            UNION ALL
            SELECT q.stream, q.message_group, q.position FROM signalbox_platform.queue AS q WHERE q.message_group IS NOT NULL) AS w
     CROSS JOIN LATERAL (SELECT s.job FROM signalbox_platform.given_up AS s
                          WHERE s.stream = w.stream AND s.message_group = w.message_group AND s.position < w.position
                            AND s.job < :before
                         OFFSET 0) AS g
     WHERE EXISTS (SELECT 1 FROM signalbox_platform.given_up AS s WHERE s.job < :before)
)
SELECT u.upper
  FROM unnest(CAST(:lowers AS bigint[]), CAST(:uppers AS bigint[])) AS u (lower, upper)
 WHERE EXISTS (SELECT 1 FROM old AS o WHERE o.job >= u.lower AND o.job < u.upper + :overlap)

-- name: forget-given-up
-- They go with their day, so that nobody could retry them. What has turned up behind them goes on.
WITH gone AS (
    DELETE FROM signalbox_platform.given_up AS g
     WHERE g.job >= :lower AND g.job < :upper
    RETURNING g.job, g.stream, g.message_group
)
INSERT INTO signalbox_platform.job_requests AS r (job, kind, stream, message_group)
SELECT g.job, 2, g.stream, g.message_group FROM gone AS g WHERE g.message_group IS NOT NULL
    ON CONFLICT (job, kind) DO UPDATE
   SET requested_at = greatest(clock_timestamp(), r.requested_at + interval '1 microsecond')

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

-- name: remove-subscriptions
-- Deleted ones of which no job is left. All nodes have noticed by then that they were deleted.
WITH unused AS MATERIALIZED (
    SELECT s.id
      FROM signalbox_platform.subscriptions AS s
     WHERE s.deleted_at < now() - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM signalbox_platform.jobs AS j WHERE j.stream = s.id)
       AND NOT EXISTS (SELECT 1 FROM signalbox_platform.queue AS q WHERE q.stream = s.id)
       AND NOT EXISTS (SELECT 1 FROM signalbox_platform.deferred AS d WHERE d.stream = s.id)
     LIMIT :most
),
unbound AS (
    DELETE FROM signalbox_platform.bindings AS b WHERE b.subscription IN (SELECT u.id FROM unused AS u)
)
DELETE FROM signalbox_platform.subscriptions AS s WHERE s.id IN (SELECT u.id FROM unused AS u)
