-- Stores direct jobs. Those that are due get their place, in the order of the arrays; the others wait beside the queue.
WITH present AS MATERIALIZED (
    SELECT r.oldest_kept FROM signalbox_platform.registry AS r
),
won AS (
    INSERT INTO signalbox_platform.deduplication_keys AS k (key, id)
    SELECT CAST(e.key AS uuid), e.id
      FROM unnest(:keys, :ids) AS e (key, id)
     WHERE e.key IS NOT NULL
     ORDER BY 1
        ON CONFLICT (key) DO UPDATE SET id = excluded.id WHERE k.id < (SELECT p.oldest_kept FROM present AS p)
    RETURNING k.id
),
stored AS (
    INSERT INTO signalbox_platform.tasks (
        id, kind, code, source, subject, event, subscription, target_url, payload, payload_content_type, message_group, mode,
        dispatch_pool, service_account, timeout_seconds, max_retries, sequence, data_only, scheduled_for, expires_at,
        correlation_id, idempotency_key, external_id, headers, metadata, secret)
    SELECT t.id, t.kind, t.code, t.source, t.subject, t.event, t.subscription, t.target_url, t.payload, t.payload_content_type,
           t.message_group, t.mode, t.dispatch_pool, t.service_account, t.timeout_seconds, t.max_retries, t.sequence,
           t.data_only = 1, CAST(t.scheduled_for AS timestamptz), CAST(t.expires_at AS timestamptz), t.correlation_id,
           t.idempotency_key, t.external_id, t.headers, t.metadata, t.secret
      FROM unnest(:ids, :keys, :kinds, :codes, :sources, :subjects, :events, :subscriptions, :target_urls, :payloads,
                  :content_types, :groups, :modes, :pools, :accounts, :timeouts, :retries, :sequences, :data_only,
                  :scheduled, :expiring, :correlation_ids, :idempotency_keys, :external_ids, :headers, :metadata, :secrets)
           AS t (id, key, kind, code, source, subject, event, subscription, target_url, payload, payload_content_type,
                 message_group, mode, dispatch_pool, service_account, timeout_seconds, max_retries, sequence, data_only,
                 scheduled_for, expires_at, correlation_id, idempotency_key, external_id, headers, metadata, secret)
     WHERE t.key IS NULL OR t.id IN (SELECT w.id FROM won AS w)
),
made AS MATERIALIZED (
    SELECT j.id, j.client, j.stream, j.message_group, CAST(j.due_at AS timestamptz) AS due_at,
           CAST(j.expires_at AS timestamptz) AS expires_at,
           CASE WHEN coalesce(CAST(j.due_at AS timestamptz) > now(), false) THEN 0
                ELSE nextval('signalbox_platform.queue_position') END AS position
      FROM unnest(:ids, :keys, :clients, :streams, :groups, :scheduled, :expiring)
           AS j (id, key, client, stream, message_group, due_at, expires_at)
     WHERE j.key IS NULL OR j.id IN (SELECT w.id FROM won AS w)
),
created AS (
    INSERT INTO signalbox_platform.jobs (id, stream, position, status, client, next_attempt_at)
    SELECT m.id, m.stream, m.position, 1, m.client, CASE WHEN m.position = 0 THEN m.due_at END FROM made AS m
),
queued AS (
    INSERT INTO signalbox_platform.queue (stream, position, job, message_group, expires_at)
    SELECT m.stream, m.position, m.id, m.message_group, m.expires_at FROM made AS m WHERE m.position > 0
),
waiting AS (
    INSERT INTO signalbox_platform.scheduled (due_at, job, stream, message_group, expires_at)
    SELECT m.due_at, m.id, m.stream, m.message_group, m.expires_at FROM made AS m WHERE m.position = 0
)
SELECT ARRAY(SELECT w.id FROM won AS w) AS won
