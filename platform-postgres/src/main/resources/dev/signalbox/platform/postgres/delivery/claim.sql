-- Reads what is sent of the chosen jobs, up to a number of bytes, and records their claim. The record matters only after a
-- crash of the relay, not of the database. If the database loses it, only a hint about suspects is lost, so the commit does
-- not wait for fsync.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
found AS (
    SELECT c.n, q.stream, q.position, q.job, q.attempts, q.accepted_at, q.expires_at, x.size, x.kind, x.code, x.subject,
           x.event_id, x.correlation_id, x.data, x.target_url, x.timeout_seconds, x.data_only, x.content_type, x.account,
           x.headers, x.secret, x.mode, x.pool, x.max_retries
    FROM unnest(CAST(:streams AS bigint[]), CAST(:positions AS bigint[]), CAST(:jobs AS bigint[]))
         WITH ORDINALITY AS c (stream, position, job, n)
    JOIN signalbox_platform.queue q ON q.stream = c.stream AND q.position = c.position AND q.job = c.job
    LEFT JOIN LATERAL (
        SELECT octet_length(e.data) AS size, 'EVENT' AS kind, e.type AS code, e.subject, e.id AS event_id, e.correlation_id, e.data,
               CAST(NULL AS text) AS target_url, 0 AS timeout_seconds, false AS data_only, CAST(NULL AS text) AS content_type,
               CAST(NULL AS bigint) AS account, CAST(NULL AS text) AS headers, CAST(NULL AS text) AS secret,
               CAST(NULL AS text) AS mode, CAST(NULL AS bigint) AS pool, 0 AS max_retries
        FROM signalbox_platform.events e
        WHERE q.event IS NOT NULL AND e.id = q.event
        UNION ALL
        SELECT octet_length(t.payload) + octet_length(t.headers), t.kind, t.code, t.subject, t.event, t.correlation_id, t.payload,
               t.target_url, t.timeout_seconds, t.data_only, t.payload_content_type, t.service_account, t.headers, t.secret, t.mode,
               t.dispatch_pool, t.max_retries
        FROM signalbox_platform.tasks t
        WHERE q.event IS NULL AND t.id = q.job
    ) x ON true
    WHERE EXISTS (SELECT 1 FROM lease)
),
-- The first one is taken whatever its size. Contains all columns: a join of two of these sets would compare all pairs, because
-- hash joins are switched off.
measured AS MATERIALIZED (
    SELECT f.*, f.stream || ':' || f.position || ':' || f.job AS key,
           row_number() OVER w = 1 OR sum(coalesce(f.size, 0)) OVER w <= :bytes AS fits
    FROM found f
    WINDOW w AS (ORDER BY f.n)
),
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, now(), array_agg(m.key)
    FROM measured m
    WHERE m.fits
    HAVING count(*) > 0
),
-- Any node may have made suspects of a dead owner's rows. Suspects are very rare, so the lookup is skipped if there are none.
suspected AS MATERIALIZED (
    SELECT s.id, s.level, s.crashes
    FROM signalbox.suspects s
    WHERE s.relay = :relay AND s.id = ANY (ARRAY(SELECT m.key FROM measured m))
      AND EXISTS (SELECT 1 FROM signalbox.suspects a WHERE a.relay = :relay)
)
SELECT 0 AS row_kind, CAST(0 AS bigint) AS n, EXISTS (SELECT 1 FROM lease) AS owned,
       set_config('synchronous_commit', 'off', true) AS id, 0 AS level, 0 AS crashes, false AS fits, 0 AS attempts,
       now() AS accepted_at, CAST(NULL AS timestamptz) AS expires_at, CAST(NULL AS text) AS kind, CAST(NULL AS text) AS code,
       CAST(NULL AS text) AS subject, CAST(NULL AS bigint) AS event_id, CAST(NULL AS text) AS correlation_id,
       CAST(NULL AS text) AS data, CAST(NULL AS text) AS target_url, 0 AS timeout_seconds, false AS data_only,
       CAST(NULL AS text) AS content_type, CAST(NULL AS bigint) AS account, CAST(NULL AS text) AS headers,
       CAST(NULL AS text) AS secret, CAST(NULL AS text) AS mode, CAST(NULL AS bigint) AS pool, 0 AS max_retries,
       (SELECT r.settings_version FROM signalbox_platform.registry r) AS settings_version
UNION ALL
SELECT 1, m.n, NULL, NULL, 0, 0, m.fits, m.attempts, m.accepted_at, m.expires_at, m.kind, m.code, m.subject, m.event_id,
       m.correlation_id, CASE WHEN m.fits THEN m.data END, m.target_url, m.timeout_seconds, m.data_only, m.content_type, m.account,
       m.headers, m.secret, m.mode, m.pool, m.max_retries, 0
FROM measured m
UNION ALL
SELECT 2, 0, NULL, s.id, s.level, s.crashes, false, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, false, NULL, NULL,
       NULL, NULL, NULL, NULL, 0, 0
FROM suspected s
