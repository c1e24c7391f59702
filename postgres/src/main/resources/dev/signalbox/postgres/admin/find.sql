-- One message, and the owner of its claim.
SELECT left(CAST(t.{id} AS text), 2048) AS id,
       left(CAST(t.{group} AS text), 2048) AS grp,
       left(CAST({t_type} AS text), 2048) AS type,
       left({t_state}, 200) AS status,
       coalesce({t_tries}, 0) AS attempts,
       t.{created_at}{created_utc} AS created,
       CAST(t.{created_at} AS text) AS created_key,
       {t_changed} AS changed,
       {t_held_since} AS held_since,
       {t_held_until} AS claimed_until,
       left({t_error}, 2000) AS error,
       {payload_size} AS size,
       CASE WHEN {payload_size} < 1000000000 THEN substr({payload_bytes}, 1, :shown) END AS payload,
--[side]
       c.incarnation, c.claimed_at, n.node,
       coalesce(s.level, 0) AS suspicion, coalesce(s.crashes, 0) AS crashes
--[else]
       CAST(NULL AS text) AS incarnation, CAST(NULL AS timestamptz) AS claimed_at, CAST(NULL AS text) AS node,
       0 AS suspicion, 0 AS crashes
--[/]
FROM {table} t
--[side]
LEFT JOIN signalbox.suspects s ON s.relay = :relay AND s.id = :id
LEFT JOIN LATERAL (
    SELECT k.incarnation, {k_claimed_at} AS claimed_at FROM signalbox.claims k
    WHERE k.relay = :relay AND :id = ANY (k.ids)
    ORDER BY k.claimed_at DESC
    LIMIT 1) c ON true
LEFT JOIN signalbox.nodes n ON n.incarnation = c.incarnation
--[/]
WHERE t.{id} = CAST(:id AS {id_type})
