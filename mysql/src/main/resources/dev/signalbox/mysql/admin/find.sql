-- One message and its claim. The index matches by the column's collation, then the bytes must be equal.
SELECT left(CONVERT(t.{id} USING utf8mb4), 2048) AS id,
       left(CONVERT(t.{group} USING utf8mb4), 2048) AS grp,
       left(CONVERT({t_type} USING utf8mb4), 2048) AS type,
       left({t_state}, 200) AS status,
       coalesce({t_tries}, 0) AS attempts,
       {created_micros} AS created,
       CAST(t.{turn} AS char) AS created_key,
       {t_changed} AS changed,
       {t_held_since} AS held_since,
       {t_held_until} AS claimed_until,
       left({t_error}, 2000) AS error,
       {payload_size} AS size,
       {payload_shown} AS payload,
--[side]
       c.incarnation, c.claimed_at, n.node,
       coalesce(s.level, 0) AS suspicion, coalesce(s.crashes, 0) AS crashes
--[else]
       NULL AS incarnation, NULL AS claimed_at, NULL AS node, 0 AS suspicion, 0 AS crashes
--[/]
FROM {table} t {by_id_index}
--[side]
LEFT JOIN signalbox_suspects s ON s.relay = :relay AND s.id = :id
LEFT JOIN (
    SELECT k.incarnation, {k_claimed_at} AS claimed_at
    FROM signalbox_claims k
    WHERE k.relay = :relay AND json_contains(k.ids, json_quote(:id))
    ORDER BY k.claimed_at DESC
    LIMIT 1) c ON true
LEFT JOIN signalbox_nodes n ON n.incarnation = c.incarnation
--[/]
WHERE t.{id} = :id AND {exact_id} = CAST(:id AS binary)
