-- Reads for each deferred group its individual events and then the start of its range, with one extra row to detect more.
WITH wanted AS MATERIALIZED (
    SELECT w.number, w.in_range, w.start, w.message_group, w.most
    FROM unnest(CAST(:numbers AS int[]), CAST(:ranges AS boolean[]), CAST(:starts AS bigint[]), CAST(:groups AS text[]),
                CAST(:limits AS int[])) AS w (number, in_range, start, message_group, most)
)
SELECT x.number, x.in_range, x.xid, x.position, CASE WHEN x.before < {most_memory} THEN x.type END AS type,
       CASE WHEN x.before < {most_memory} THEN x.tags END AS tags, x.message_group, x.size, x.data, x.occurred_at,
       x.oversized{x_headers}
FROM (
SELECT w.number, w.in_range, f.*,
       sum(f.memory) OVER (ORDER BY w.number, w.in_range, f.position ROWS UNBOUNDED PRECEDING) - f.memory AS before
FROM wanted w
CROSS JOIN LATERAL (
    SELECT CAST(CAST(e.{xid} AS text) AS bigint) AS xid, e.{position} AS position, {type_read} AS type,
           {tags_read} AS tags, {group_read} AS message_group, CASE WHEN NOT {fits_inline} THEN {content_size} END AS size,
           CASE WHEN {fits_inline} THEN {data} END AS data, {occurred_at} AS occurred_at, {finding} AS oversized,
           {memory} AS memory{e_headers}
    FROM {table} e
    WHERE (w.in_range OR e.{position} = w.start)
      AND e.{position} >= w.start AND e.{position} <= :head
      AND (e.{xid} < CAST(CAST(:xid AS text) AS {xid_type})
           OR (e.{xid} = CAST(CAST(:xid AS text) AS {xid_type}) AND e.{position} <= :offset))
--[by_tag]
      AND (w.message_group IS NULL
           OR ({tags} @> ARRAY[CAST(:group_key AS text) || '=' || w.message_group]
               OR (w.message_group = '' AND {tags} @> ARRAY[CAST(:group_key AS text)]))
              AND w.message_group = (SELECT substr(t.tag, length(:group_key) + 2)
                                     FROM unnest({tags}) WITH ORDINALITY AS t (tag, place)
                                     WHERE split_part(t.tag, '=', 1) = :group_key
                                     ORDER BY t.place LIMIT 1))
--[else]
      AND (w.message_group IS NULL OR {group} = w.message_group)
--[/]
      AND {in_topic}
    ORDER BY e.{position}
    LIMIT w.most + 1
) AS f
) AS x
ORDER BY x.number, x.in_range, x.position
