-- Reads on for all feeds, and returns the state of each. The safe horizon is the lowest transaction that was open in the
-- snapshot, ignoring those of other databases. It is never below the previous one. To measure each row costs more than all the
-- rest, so that is done only after a read met a row that is not small.
WITH
snapshot AS MATERIALIZED (SELECT pg_current_snapshot() AS taken),
horizon AS MATERIALIZED (
    SELECT greatest(coalesce((SELECT x.xid
                              FROM pg_snapshot_xip(s.taken) AS x (xid)
                              WHERE CAST(CAST(x.xid AS text) AS bigint) <> ALL (CAST(:foreign AS bigint[]))
                              ORDER BY x.xid LIMIT 1),
                             pg_snapshot_xmax(s.taken)),
                    CAST(CAST(:xid AS text) AS xid8)) AS safe,
           pg_snapshot_xmax(s.taken) AS next
    FROM snapshot s
),
-- If the last read reached the end, there is nothing new until the horizon moves.
bounds AS MATERIALIZED (
    SELECT CAST(CAST(h.safe AS text) AS {xid_type}) AS safe,
           NOT :exhausted OR h.safe > CAST(CAST(:xid AS text) AS xid8) AS worthwhile
    FROM horizon h
),
late AS MATERIALIZED (
    SELECT e.{xid} AS xid, e.{position} AS position, CASE WHEN {fits_inline} THEN {data} END AS data, {occurred_at} AS occurred_at,
--[measured]
           {type_read} AS type, {tags_read} AS tags, {group_read} AS message_group, {finding} AS oversized,
           sum({memory}) OVER (ORDER BY e.{xid}, e.{position} ROWS UNBOUNDED PRECEDING) - ({memory}) < {most_memory} AS taken{e_headers}
--[else]
           e.{type} AS type, {small_tags} AS tags, {group} AS message_group, CAST(NULL AS text) AS oversized, {small} AS taken{e_raw_headers}
--[/]
    FROM {table} e
    WHERE (SELECT b.worthwhile FROM bounds b)
      AND e.{xid} >= CAST(CAST(:xid AS text) AS {xid_type}) AND e.{xid} < (SELECT b.safe FROM bounds b)
      AND e.{position} <= :head
      AND (e.{xid} > CAST(CAST(:xid AS text) AS {xid_type}) OR e.{position} > :offset)
    ORDER BY e.{xid}, e.{position}
    LIMIT :most + 1
),
-- A visible event above the safe horizon may have been committed before an event ahead was written, and must not follow it.
blocked AS MATERIALIZED (
    -- The ORDER BY makes the scan use the transaction index: by position it would read everything before the head.
    SELECT (SELECT b.worthwhile FROM bounds b)
           AND (SELECT true FROM {table} e
                WHERE e.{xid} >= (SELECT b.safe FROM bounds b) AND e.{position} <= :head
                ORDER BY e.{xid}, e.{position}
                LIMIT 1) IS NOT NULL AS is_so
),
ahead AS NOT MATERIALIZED (
    SELECT e.{xid} AS xid, e.{position} AS position,
           CASE WHEN e.{xid} < (SELECT b.safe FROM bounds b) AND {fits_inline} THEN {data} END AS data,
           {occurred_at} AS occurred_at,
--[measured]
           {type_read} AS type, {tags_read} AS tags, {group_read} AS message_group, {finding} AS oversized,
           sum({memory}) OVER (ORDER BY e.{position} ROWS UNBOUNDED PRECEDING) - ({memory}) < {most_memory} AS taken{e_headers}
--[else]
           e.{type} AS type, {small_tags} AS tags, {group} AS message_group, CAST(NULL AS text) AS oversized, {small} AS taken{e_raw_headers}
--[/]
    FROM {table} e
    WHERE (SELECT b.worthwhile FROM bounds b) AND NOT (SELECT b.is_so FROM blocked b)
      AND (SELECT count(*) FROM late) <= :most
      AND e.{position} > :head
    ORDER BY e.{position}
    LIMIT :most + 1 - (SELECT count(*) FROM late)
)
SELECT 0 AS kind, b.safe AS xid, CAST(CAST(h.next AS text) AS bigint) AS position,
       CAST(extract(epoch FROM pg_postmaster_start_time()) AS text) AS type,
       ARRAY(SELECT n.incarnation FROM signalbox.nodes n
             WHERE n.incarnation = ANY (CAST(:owners AS text[]))
               AND split_part(n.incarnation, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))) AS tags,
       NULL AS message_group,
       CAST(CASE WHEN NOT b.worthwhile THEN -1 WHEN k.is_so THEN 1 ELSE 0 END AS bigint) AS size,
       CAST(NULL AS {data_type}) AS data, now() AS occurred_at, CAST(NULL AS text) AS oversized{no_headers}
FROM horizon h CROSS JOIN bounds b CROSS JOIN blocked k
UNION ALL
SELECT 1, NULL, d.last_position, p.topic,
       ARRAY[CAST(p.revision AS text), p.publisher, CAST(d.status AS text),
             CASE WHEN :replays THEN CASE WHEN (p.topic, p.publisher) IN ({replayed}) THEN 'replay' END END],
       NULL, p.position, NULL, NULL, NULL{no_headers}
FROM signalbox.pairs p
LEFT JOIN {progress} d ON d.topic = p.topic AND d.publisher = p.publisher
WHERE p.log = :log
UNION ALL
-- Rows that are not taken have no type, and are read again: measured, those beyond the memory that tags and headers may
-- take; otherwise, those that are not small.
SELECT 2, l.xid, l.position, CASE WHEN l.taken THEN CAST(l.type AS text) END, CASE WHEN l.taken THEN l.tags END,
       CASE WHEN l.taken THEN l.message_group END,
       CASE WHEN l.data IS NULL
            THEN (SELECT {content_size} FROM {table} e WHERE e.{position} = l.position) END,
       l.data, l.occurred_at, l.oversized{l_headers}
FROM late l
UNION ALL
SELECT 3, a.xid, a.position, CASE WHEN a.taken THEN CAST(a.type AS text) END, CASE WHEN a.taken THEN a.tags END,
       CASE WHEN a.taken THEN a.message_group END,
       CASE WHEN a.data IS NULL AND a.xid < (SELECT b.safe FROM bounds b)
            THEN (SELECT {content_size} FROM {table} e WHERE e.{position} = a.position) END,
       a.data, a.occurred_at, a.oversized{a_headers}
FROM ahead a
