-- Records verdicts: deletes what ends, counts failures, and says so in the jobs, with their attempts. The place alone does not
-- identify a job: a replica that took over without the last transactions assigns it again.
-- outcome: 0 released, 1 to be tried again, 3 completed, 4 given up, 5 cancelled, 6 given up, and holds its group.
WITH
-- Locks the lease before it waits for a row: either a takeover waits for us, or we find the lease gone.
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[of_our_shards]
-- What ends without having been claimed. A shard that this node is giving back may be another's by now.
ours AS MATERIALIZED (
    SELECT s.shard FROM signalbox.shards AS s WHERE s.relay = :relay AND s.incarnation = :owner FOR KEY SHARE SKIP LOCKED
),
--[/]
verdicts AS MATERIALIZED (
    SELECT v.stream, v.position, v.job, v.outcome, v.attempts, v.counts, v.delay, v.reason
    FROM unnest(CAST(:streams AS bigint[]), CAST(:positions AS bigint[]), CAST(:jobs AS bigint[]), CAST(:outcomes AS integer[]),
                CAST(:attempts AS integer[]), CAST(:counts AS integer[]), CAST(:delays AS bigint[]), CAST(:reasons AS text[]))
         AS v (stream, position, job, outcome, attempts, counts, delay, reason)
    WHERE EXISTS (SELECT 1 FROM lease)
--[of_our_shards]
      AND EXISTS (SELECT 1 FROM ours AS o WHERE o.shard IN (-1, {shard_of_verdict}))
--[/]
),
taken AS (
    DELETE FROM signalbox_platform.queue q
    USING verdicts v
    WHERE v.outcome >= 3 AND q.stream = v.stream AND q.position = v.position AND q.job = v.job
    RETURNING q.stream, q.position, q.job, q.message_group, q.attempts AS failed, v.outcome, q.attempts + v.counts AS attempts, v.reason
),
-- The number of attempts shows whether an earlier call, whose answer was lost, has already counted this failure.
postponed AS (
    UPDATE signalbox_platform.queue q
    SET attempts = q.attempts + 1, due_at = now() + v.delay * interval '1 millisecond'
    FROM verdicts v
    WHERE v.outcome = 1 AND q.stream = v.stream AND q.position = v.position AND q.job = v.job AND q.attempts = v.attempts
    RETURNING q.stream, q.position, q.job, q.attempts, q.due_at, v.reason
),
--[ending]
undeferred AS (
    DELETE FROM signalbox_platform.deferred d
    USING verdicts v
    WHERE v.outcome = 5 AND d.stream = v.stream AND d.position = v.position AND d.job = v.job
    RETURNING d.stream, d.position, d.job, d.attempts, v.reason
),
--[/]
held AS (
    INSERT INTO signalbox_platform.given_up (stream, position, job, message_group)
    SELECT t.stream, t.position, t.job, t.message_group FROM taken t WHERE t.outcome = 6
    ON CONFLICT (stream, position) DO NOTHING
),
changes AS MATERIALIZED (
    SELECT t.job, CASE t.outcome WHEN 6 THEN 4 ELSE t.outcome END AS status, t.attempts, t.failed,
           CAST(NULL AS timestamptz) AS due_at, t.reason
    FROM taken t
    UNION ALL
    SELECT p.job, 4, p.attempts, p.attempts, p.due_at, p.reason FROM postponed p
--[ending]
    UNION ALL
    SELECT u.job, 5, u.attempts, u.attempts, NULL, u.reason FROM undeferred u
--[/]
),
--[ending]
-- Not of a job that was moved at this moment: it is looked for again.
answered AS (
    DELETE FROM signalbox_platform.job_requests r
    WHERE r.kind = 1 AND r.job = ANY (CAST(:ending AS bigint[])) AND r.job IN (SELECT c.job FROM changes c)
),
--[/]
changed AS (
    UPDATE signalbox_platform.jobs j
    SET status = c.status, attempts = c.attempts, next_attempt_at = c.due_at,
        ended_at = CASE WHEN c.due_at IS NULL THEN now() END
    FROM changes c
    WHERE j.id = c.job
    RETURNING j.id, j.client, j.status, c.failed, c.reason
),
listed AS (
    INSERT INTO signalbox_platform.ended AS e (client, status, job, reason)
    SELECT c.client, c.status, c.id, c.reason FROM changed c WHERE c.status > 3
    ON CONFLICT (client, status, job) DO UPDATE SET reason = excluded.reason
),
unlisted AS (
    DELETE FROM signalbox_platform.ended e
    USING changed c
    WHERE c.status <> 4 AND c.failed > 0 AND e.client = c.client AND e.status = 4 AND e.job = c.id
),
--[reports]
reports AS MATERIALIZED (
    SELECT r.job, CAST(r.attempted_at AS timestamptz) AS attempted_at, r.duration, r.code, r.body, r.error, r.counted, r.n
    FROM unnest(CAST(:report_jobs AS bigint[]), CAST(:report_times AS text[]), CAST(:report_durations AS integer[]),
                CAST(:report_codes AS integer[]), CAST(:report_bodies AS text[]), CAST(:report_errors AS text[]),
                CAST(:report_counted AS integer[]))
         WITH ORDINALITY AS r (job, attempted_at, duration, code, body, error, counted, n)
    WHERE r.job IN (SELECT c.job FROM changes c)
       -- A release changes nothing that shows whether an earlier call, whose answer was lost, has recorded its attempts.
       OR (r.job IN (SELECT v.job FROM verdicts v WHERE v.outcome = 0)
           AND NOT EXISTS (SELECT 1 FROM signalbox_platform.attempts a
                            WHERE a.job = r.job AND a.attempted_at = CAST(r.attempted_at AS timestamptz)))
),
numbered AS MATERIALIZED (
    SELECT r.*, coalesce(l.number, 0) + row_number() OVER (PARTITION BY r.job ORDER BY r.n) AS number,
           coalesce(l.number, 0) + count(*) OVER (PARTITION BY r.job) AS total
    FROM reports r
    LEFT JOIN LATERAL (
        SELECT a.number FROM signalbox_platform.attempts a WHERE a.job = r.job ORDER BY a.job DESC, a.number DESC LIMIT 1
    ) l ON true
),
kept AS (
    INSERT INTO signalbox_platform.attempts (job, number, attempted_at, duration_millis, success, response_code, response_body,
                                             error_message, counted)
    SELECT n.job, n.number, n.attempted_at, n.duration, n.error IS NULL, n.code, n.body, n.error, n.counted = 1 FROM numbered n
),
pruned AS (
    DELETE FROM signalbox_platform.attempts a
    USING (SELECT DISTINCT n.job, n.total FROM numbered n WHERE n.total > {first_kept} + {last_kept}) x
    WHERE a.job = x.job AND a.number > {first_kept} AND a.number <= x.total - {last_kept}
),
--[/]
--[ends_claims]
emptied AS (
    DELETE FROM signalbox.claims c
    WHERE c.relay = :relay AND c.incarnation = :owner AND c.number = ANY (CAST(:ended AS bigint[])) AND EXISTS (SELECT 1 FROM lease)
),
--[/]
--[suspects]
cleared AS (
    DELETE FROM signalbox.suspects s
    WHERE s.relay = :relay AND s.id = ANY (CAST(:cleared AS text[])) AND EXISTS (SELECT 1 FROM lease)
),
landed AS (
    UPDATE signalbox.suspects s
    SET in_flight = false
    WHERE s.relay = :relay AND s.id = ANY (CAST(:landed AS text[])) AND EXISTS (SELECT 1 FROM lease)
),
--[/]
answer AS (SELECT CAST(NULL AS bigint) AS job)
SELECT a.job, EXISTS (SELECT 1 FROM lease) AS owned FROM answer a
UNION ALL
SELECT c.job, true FROM changes c
