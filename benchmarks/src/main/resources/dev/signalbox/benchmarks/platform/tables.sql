-- name: not-counted
SET pg_stat_statements.track = 'none'

-- name: empty
TRUNCATE signalbox_platform.events, signalbox_platform.event_context, signalbox_platform.jobs, signalbox_platform.tasks,
         signalbox_platform.attempts, signalbox_platform.ended, signalbox_platform.queue, signalbox_platform.given_up,
         signalbox_platform.deferred, signalbox_platform.deduplication_keys

-- name: vacuum
VACUUM (ANALYZE) signalbox_platform.events, signalbox_platform.jobs, signalbox_platform.queue

-- name: checkpoint
CHECKPOINT

-- name: first-id
-- An id has 42 bits of milliseconds since 2020 and 22 others.
SELECT (CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) - 1577836800000) << 22 AS id

-- name: streams
SELECT s.id FROM signalbox_platform.subscriptions AS s ORDER BY s.id

-- name: counts
SELECT (SELECT count(*) FROM signalbox_platform.events) AS events, (SELECT count(*) FROM signalbox_platform.jobs) AS jobs,
       (SELECT count(*) FROM signalbox_platform.queue) AS waiting,
       (SELECT count(*) FROM signalbox_platform.jobs AS j WHERE j.status = 3) AS completed

-- name: waiting
SELECT EXISTS (SELECT 1 FROM signalbox_platform.queue) AS found

-- name: fill
-- Jobs that wait. Ids of events are those of one millisecond, and ids of jobs begin a second later.
WITH present AS MATERIALIZED (
    SELECT (CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) - 1577836800000) << 22 AS id
),
made AS MATERIALIZED (
    SELECT p.id AS first, p.id + n AS id, n, 'group-' || n % :groups AS message_group
      FROM present AS p
     CROSS JOIN generate_series(0, :events - 1) AS n
),
streams AS MATERIALIZED (
    SELECT s.id, row_number() OVER (ORDER BY s.id) - 1 AS place, count(*) OVER () AS streams, b.type
      FROM signalbox_platform.subscriptions AS s
      JOIN signalbox_platform.bindings AS b ON b.subscription = s.id
     WHERE s.code LIKE :codes
),
stored AS (
    INSERT INTO signalbox_platform.events (id, client, type, spec_version, source, data, message_group, job_count)
    SELECT m.id, '', (SELECT min(s.type) FROM streams AS s), '1.0', 'bench', {payload}, m.message_group,
           (SELECT count(*) FROM streams)
      FROM made AS m
),
numbered AS MATERIALIZED (
    SELECT m.first + (CAST(1000 AS bigint) << 22) + m.n * s.streams + s.place AS id, m.id AS event, s.id AS stream,
           m.message_group, nextval('signalbox_platform.queue_position') AS position
      FROM made AS m
     CROSS JOIN streams AS s
),
created AS (
    INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client)
    SELECT j.id, j.event, j.stream, j.position, 1, '' FROM numbered AS j
)
INSERT INTO signalbox_platform.queue (stream, position, job, event, message_group)
SELECT j.stream, j.position, j.id, j.event, j.message_group FROM numbered AS j

-- name: ingest
-- The rows that the platform stores for a batch.
WITH stored AS (
    INSERT INTO signalbox_platform.events (id, client, type, spec_version, source, data, message_group, job_count)
    SELECT e.id, '', e.type, '1.0', 'bench', e.data, e.message_group, :jobs
      FROM unnest(:ids, :types, :data, :groups) AS e (id, type, data, message_group)
),
made AS MATERIALIZED (
    SELECT j.id, j.event, j.stream, j.message_group, nextval('signalbox_platform.queue_position') AS position
      FROM unnest(:job_ids, :job_events, :job_streams, :job_groups) AS j (id, event, stream, message_group)
),
created AS (
    INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client)
    SELECT m.id, m.event, m.stream, m.position, 1, '' FROM made AS m
)
INSERT INTO signalbox_platform.queue (stream, position, job, event, message_group)
SELECT m.stream, m.position, m.id, m.event, m.message_group FROM made AS m
