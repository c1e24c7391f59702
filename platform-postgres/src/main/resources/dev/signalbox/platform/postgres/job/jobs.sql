-- Jobs, newest first, with what they take from their event and subscription, or from the client's request.
--[count]
SELECT count(*) AS total FROM (SELECT 1
--[else]
--[estimate]
SELECT 1
--[else]
SELECT j.id, j.event, j.status, j.client, j.attempts, j.next_attempt_at, j.ended_at,
       t.id IS NOT NULL AS direct,
       coalesce(t.kind, 'EVENT') AS kind,
       coalesce(t.code, e.type) AS code,
       CASE WHEN t.id IS NULL THEN e.source ELSE t.source END AS source,
       CASE WHEN t.id IS NULL THEN e.subject ELSE t.subject END AS subject,
       coalesce(t.event, j.event) AS event_id,
       CASE WHEN t.id IS NULL THEN j.stream ELSE t.subscription END AS subscription_id,
       coalesce(t.target_url, s.target, '') AS target_url,
--[by_ids]
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
--[by_ended]
  FROM signalbox_platform.ended AS x
  JOIN signalbox_platform.jobs AS j ON j.id = x.job
--[else]
  FROM signalbox_platform.jobs AS j
--[/]
--[!bare]
  LEFT JOIN signalbox_platform.tasks AS t ON t.id = j.id
  LEFT JOIN signalbox_platform.events AS e ON e.id = j.event
  LEFT JOIN signalbox_platform.subscriptions AS s ON s.id = j.stream
--[/]
--[by_ended]
 WHERE x.status = :status AND x.job < :below AND x.job >= :from AND j.status = :status
--[client]
   AND x.client = :client
--[/]
--[else]
--[by_ids]
 WHERE j.id = ANY (:ids)
--[else]
 WHERE j.id < :below AND j.id >= :from
--[/]
--[status]
   AND j.status = :status
--[/]
--[client]
   AND j.client = :client
--[/]
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
   AND j.stream = :subscription
--[/]
--[pool]
   AND CASE WHEN t.id IS NULL THEN s.dispatch_pool ELSE t.dispatch_pool END = :pool
--[/]
--[event]
   AND coalesce(t.event, j.event) = :event
--[/]
--[message_group]
   AND CASE WHEN t.id IS NULL THEN s.code || ':' || e.message_group ELSE t.message_group END = :message_group
--[/]
--[count]
 LIMIT :most) AS found
--[else]
--[!estimate]
--[by_ended]
 ORDER BY x.job DESC
--[else]
 ORDER BY j.id DESC
--[/]
--[!unlimited]
 LIMIT :size OFFSET :offset
--[/]
--[/]
--[/]
