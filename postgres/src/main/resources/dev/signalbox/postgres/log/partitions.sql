-- name: lock-maintenance
-- One node at a time. The lock ends with the transaction, and makes no reader or writer wait.
LOCK TABLE ONLY {table} IN SHARE UPDATE EXCLUSIVE MODE

-- name: table-status
SELECT c.relkind = 'p' AS partitioned, pg_has_role(c.relowner, 'USAGE') AS owned, has_schema_privilege(n.oid, 'CREATE') AS may_create,
       CAST(current_user AS text) AS role, CAST(n.nspname AS text) AS schema, CAST(extract(epoch FROM now()) AS bigint) AS now
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.oid = to_regclass(:table)

-- name: partitions
-- The partitions, oldest first. A bound that is not a time is unbounded.
SELECT CAST(n.nspname AS text) AS schema, CAST(c.relname AS text) AS name, b.bound = 'DEFAULT' AS rest,
       CAST(extract(epoch FROM CAST(substring(b.bound FROM 'FROM \(''([^'']+)''\)') AS timestamptz)) AS bigint) AS lower,
       CAST(extract(epoch FROM CAST(substring(b.bound FROM 'TO \(''([^'']+)''\)') AS timestamptz)) AS bigint) AS upper
FROM pg_inherits i
JOIN pg_class c ON c.oid = i.inhrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound) AS b
WHERE i.inhparent = to_regclass(:table)
ORDER BY lower NULLS FIRST

-- name: rest-has
SELECT EXISTS (SELECT 1 FROM {rest} r WHERE r.created_at >= to_timestamp(:lower) AND r.created_at < to_timestamp(:upper)) AS found

-- name: create
CREATE TABLE {part} (LIKE {table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)

-- name: attach
ALTER TABLE {table} ATTACH PARTITION {part} FOR VALUES FROM ({lower}) TO ({upper})

-- name: completed
-- The position up to which all feeds are done, and the slowest feed. Feeds may read the same events under several log names,
-- each with its own progress.
WITH feeds AS MATERIALIZED (
    SELECT p.log, p.topic, p.publisher, least(p.position, d.last_position) AS position, p.horizon
    FROM signalbox.pairs p
    LEFT JOIN {progress} d ON p.log = :log AND d.topic = p.topic AND d.publisher = p.publisher
    WHERE p.log = :identity OR starts_with(p.log, :identity || ' by ')
)
SELECT w.position, w.why, coalesce((SELECT min(s.horizon) FROM feeds s), 0) AS horizon
FROM (SELECT s.position, format('the feed %s/%s is at position %s', s.topic, s.publisher, s.position) AS why
      FROM feeds s
      UNION ALL
      SELECT least(k.from_position, nullif(k.single, 0), (SELECT min(s.position) FROM unnest(k.stragglers) AS s (position))) - 1,
             format('the feed %s/%s has not finished %s, which is parked', k.topic, k.publisher,
                    CASE WHEN k.single = 0 THEN 'group ' || k.message_group ELSE 'position ' || k.single END)
      FROM signalbox.parked k
      WHERE k.log = :identity OR starts_with(k.log, :identity || ' by ')
      UNION ALL
      SELECT l.position - 1, format('the feed %s/%s has a dead letter at position %s', l.topic, l.publisher, l.position)
      FROM signalbox.dead_letters l
      WHERE l.log = :identity OR starts_with(l.log, :identity || ' by ')
      UNION ALL
      SELECT -1, format('the feed %s/%s has not begun yet', k.topic, k.publisher)
      FROM unnest(CAST(:topics AS text[]), CAST(:publishers AS text[])) AS k (topic, publisher)
      WHERE NOT EXISTS (SELECT 1 FROM feeds s
                        WHERE s.log = :log AND s.topic = k.topic AND s.publisher = k.publisher)) AS w
ORDER BY w.position
LIMIT 1

-- name: highest
SELECT (SELECT p.position FROM {part} p ORDER BY p.position DESC LIMIT 1) AS position,
       (SELECT CAST(CAST(p.xid AS text) AS bigint) FROM {part} p ORDER BY p.xid DESC, p.position DESC LIMIT 1) AS xid

-- name: lock-table
-- Locks in the same order as readers and writers.
LOCK TABLE ONLY {table} IN ACCESS EXCLUSIVE MODE

-- name: lock-part
LOCK TABLE ONLY {part} IN ACCESS EXCLUSIVE MODE

-- name: drop
DROP TABLE {part}

-- name: clear-rest
DELETE FROM {rest}
WHERE ctid = ANY (ARRAY(SELECT r.ctid
                        FROM {rest} r
                        WHERE r.created_at < to_timestamp(:before) AND r.position <= :position
                          AND r.xid < CAST(CAST(:horizon AS text) AS xid8)
                        ORDER BY r.created_at
                        LIMIT :most))
