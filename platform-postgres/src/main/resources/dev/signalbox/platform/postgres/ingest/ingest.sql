-- Stores events with their jobs, unless the registry has another version than they were matched with. Keys are inserted in
-- their order, so that two statements never wait for each other. What loses against a key is not stored.
WITH present AS MATERIALIZED (
    SELECT r.oldest_kept FROM signalbox_platform.registry AS r WHERE {matching_version} = :version
),
won AS (
    INSERT INTO signalbox_platform.deduplication_keys AS k (key, id)
    SELECT CAST(e.key AS uuid), e.id
      FROM unnest(:keys, :ids) AS e (key, id)
     CROSS JOIN present
     WHERE e.key IS NOT NULL
     ORDER BY 1
        ON CONFLICT (key) DO UPDATE SET id = excluded.id WHERE k.id < (SELECT p.oldest_kept FROM present AS p)
    RETURNING k.id
),
--[context]
listed AS (
    INSERT INTO signalbox_platform.event_context (event, entry)
    SELECT DISTINCT c.event, c.entry
      FROM unnest(:context_events, :context_entries, :context_keys) AS c (event, entry, key)
     CROSS JOIN present
     WHERE c.key IS NULL OR c.event IN (SELECT w.id FROM won AS w)
),
--[/]
--[jobs]
made AS MATERIALIZED (
    SELECT j.id, j.event, j.stream, j.client, j.message_group, nextval('signalbox_platform.queue_position') AS position
      FROM unnest(:job_ids, :job_events, :job_streams, :job_keys, :job_clients, :job_groups)
           AS j (id, event, stream, key, client, message_group)
     CROSS JOIN present
     WHERE j.key IS NULL OR j.event IN (SELECT w.id FROM won AS w)
),
created AS (
    INSERT INTO signalbox_platform.jobs (id, event, stream, position, status, client)
    SELECT m.id, m.event, m.stream, m.position, 1, m.client FROM made AS m
),
queued AS (
    INSERT INTO signalbox_platform.queue (stream, position, job, event, message_group)
    SELECT m.stream, m.position, m.id, m.event, m.message_group FROM made AS m
),
--[/]
stored AS (
    INSERT INTO signalbox_platform.events (id, client, type, spec_version, source, subject, time, data, correlation_id,
                                           causation_id, deduplication_id, message_group, context_data, job_count)
    SELECT e.id, e.client, e.type, e.spec_version, e.source, e.subject, CAST(e.time AS timestamptz), e.data, e.correlation_id,
           e.causation_id, e.deduplication_id, e.message_group, CAST(e.context_data AS jsonb), e.job_count
      FROM unnest(:ids, :keys, :clients, :types, :spec_versions, :sources, :subjects, :times, :data, :correlation_ids,
                  :causation_ids, :deduplication_ids, :groups, :contexts, :job_counts)
           AS e (id, key, client, type, spec_version, source, subject, time, data, correlation_id, causation_id,
                 deduplication_id, message_group, context_data, job_count)
     CROSS JOIN present
     WHERE e.key IS NULL OR e.id IN (SELECT w.id FROM won AS w)
)
SELECT (SELECT count(*) FROM present) > 0 AS present, ARRAY(SELECT w.id FROM won AS w) AS won
