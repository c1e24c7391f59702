-- Jobs, newest first, with what they take from their event and subscription, or from the client's request. Each list goes along
-- an index that ends with the id, or along one of the short tables that say what waits, is claimed or has failed.
--[claims]
WITH claimed AS MATERIALIZED (
    SELECT DISTINCT CAST(split_part(i.id, ':', 3) AS bigint) AS job
      FROM signalbox.claims AS c
      JOIN signalbox.nodes AS n ON n.incarnation = c.incarnation
     CROSS JOIN unnest(c.ids) AS i (id)
     WHERE c.relay = :relay
)
--[/]
--[count]
SELECT count(*) AS total FROM (SELECT 1
--[else]
--[estimate]
SELECT 1
--[else]
SELECT j.id, j.event, j.client,
--[claims]
       CASE WHEN h.in_hand THEN 2 ELSE j.status END AS status,
--[else]
       j.status,
--[/]
       j.attempts, j.next_attempt_at, j.ended_at,
       t.id IS NOT NULL AS direct,
       coalesce(t.kind, 'EVENT') AS kind,
       coalesce(t.code, e.type) AS code,
       CASE WHEN t.id IS NULL THEN e.source ELSE t.source END AS source,
       CASE WHEN t.id IS NULL THEN e.subject ELSE t.subject END AS subject,
       coalesce(t.event, j.event) AS event_id,
       CASE WHEN t.id IS NULL THEN j.stream ELSE t.subscription END AS subscription_id,
       coalesce(t.target_url, s.target, '') AS target_url,
--[whole]
       CASE WHEN t.id IS NULL THEN e.data ELSE t.payload END AS payload, false AS left_out,
--[else]
       CASE WHEN octet_length(CASE WHEN t.id IS NULL THEN e.data ELSE t.payload END) <= :listed
            THEN CASE WHEN t.id IS NULL THEN e.data ELSE t.payload END END AS payload,
       octet_length(CASE WHEN t.id IS NULL THEN e.data ELSE t.payload END) > :listed AS left_out,
--[/]
       t.payload_content_type,
       CASE WHEN t.id IS NULL THEN s.code || ':' || e.message_group ELSE t.message_group END AS message_group,
       coalesce(t.mode, s.mode, 'IMMEDIATE') AS mode,
       CASE WHEN t.id IS NULL THEN s.dispatch_pool ELSE t.dispatch_pool END AS dispatch_pool,
       CASE WHEN t.id IS NULL THEN s.service_account ELSE t.service_account END AS service_account,
       coalesce(t.timeout_seconds, s.timeout_seconds, 30) AS timeout_seconds,
       coalesce(t.max_retries, s.max_retries, 0) AS max_retries,
       coalesce(t.sequence, s.sequence, 99) AS sequence,
       coalesce(t.data_only, s.data_only, true) AS data_only,
       t.scheduled_for,
       CASE WHEN t.id IS NULL
            THEN to_timestamp((j.id >> 22) / 1000.0 + 1577836800) + s.max_age_seconds * interval '1 second'
            ELSE t.expires_at END AS expires_at,
       CASE WHEN t.id IS NULL THEN e.correlation_id ELSE t.correlation_id END AS correlation_id,
       t.idempotency_key, t.external_id, t.headers, t.metadata,
       coalesce((SELECT n.reason FROM signalbox_platform.ended AS n
                  WHERE n.client = j.client AND n.status = j.status AND n.job = j.id),
                (SELECT a.error_message FROM signalbox_platform.attempts AS a
                  WHERE a.job = j.id ORDER BY a.number DESC LIMIT 1)) AS last_error
--[/]
--[/]
--[by_list]
  FROM (
--[by_claims]
        SELECT c.job FROM claimed AS c
--[/]
--[by_waiting]
        SELECT q.job FROM signalbox_platform.queue AS q
        UNION ALL
        SELECT w.job FROM signalbox_platform.scheduled AS w
        UNION ALL
        SELECT d.job FROM signalbox_platform.deferred AS d
--[/]
--[by_ended]
        SELECT n.job FROM signalbox_platform.ended AS n
         WHERE n.status = :status
--[client]
           AND n.client = :client
--[/]
--[/]
--[by_event]
        -- The ids of an event's jobs follow its own, and the walk ends with the last of them.
        (SELECT m.id FROM signalbox_platform.jobs AS m
          WHERE m.event = :event AND m.id > :event
          ORDER BY m.id
          LIMIT (SELECT coalesce(max(e.job_count), 0) FROM signalbox_platform.events AS e WHERE e.id = :event))
        UNION ALL
        SELECT t.id FROM signalbox_platform.tasks AS t WHERE t.event = :event
--[/]
--[by_subscription]
        SELECT m.id FROM signalbox_platform.jobs AS m WHERE m.stream = :subscription
        UNION ALL
        SELECT t.id FROM signalbox_platform.tasks AS t WHERE t.subscription = :subscription
--[/]
       ) AS x (job)
  JOIN signalbox_platform.jobs AS j ON j.id = x.job
--[else]
--[recent]
  FROM (SELECT * FROM signalbox_platform.jobs AS m
         WHERE m.id < :below AND m.id >= :from
         ORDER BY m.id DESC
         LIMIT :examined) AS j
--[else]
  FROM signalbox_platform.jobs AS j
--[/]
--[/]
--[claims]
 -- A claim is recorded until all of its jobs are settled.
 CROSS JOIN LATERAL (SELECT coalesce(j.status = 1 OR (j.status = 4 AND j.next_attempt_at <= now()), false)
                            AND j.id IN (SELECT c.job FROM claimed AS c) AS in_hand) AS h
--[/]
--[!bare]
  LEFT JOIN signalbox_platform.tasks AS t ON t.id = j.id
  LEFT JOIN signalbox_platform.events AS e ON e.id = j.event
  LEFT JOIN signalbox_platform.subscriptions AS s ON s.id = j.stream
--[/]
--[by_ids]
 WHERE j.id = ANY (:ids)
--[else]
--[by_list]
 WHERE x.job < :below AND x.job >= :from
--[else]
 WHERE j.id < :below AND j.id >= :from
--[/]
--[/]
--[in_hand]
   AND h.in_hand
--[/]
--[status]
   AND j.status = :status
--[claims]
   AND NOT h.in_hand
--[/]
--[/]
--[client]
   AND j.client = :client
--[/]
--[kind]
   AND coalesce(t.kind, 'EVENT') = :kind
--[/]
--[code]
   AND coalesce(t.code, e.type) = :code
--[/]
--[source]
   AND CASE WHEN t.id IS NULL THEN e.source ELSE t.source END = :source
--[/]
--[subscription]
   AND (j.stream = :subscription OR t.subscription = :subscription)
--[/]
--[pool]
   AND CASE WHEN t.id IS NULL THEN s.dispatch_pool ELSE t.dispatch_pool END = :pool
--[/]
--[message_group]
   AND CASE WHEN t.id IS NULL THEN s.code || ':' || e.message_group ELSE t.message_group END = :message_group
--[/]
--[count]
 LIMIT :most) AS found
--[else]
--[!estimate]
--[by_list]
 ORDER BY x.job DESC
--[else]
 ORDER BY j.id DESC
--[/]
--[!unlimited]
 LIMIT :size OFFSET :offset
--[/]
--[/]
--[/]
