-- Counts waiting rows up to the limit, and finds the oldest one: among the counted rows, among the first rows of some
-- groups, which change with each call, and in the row that was the oldest the last time.
WITH
waiting AS (
    SELECT count(*) AS n, min(x.at) AS oldest
    FROM (SELECT t.{created_at} AS at FROM {table} t {by_claim_index} WHERE {t_wanted} LIMIT :most) x
),
held AS (
    SELECT count(*) AS n, min(x.at) AS oldest
    FROM (SELECT t.{created_at} AS at FROM {table} t {by_claim_index} WHERE {t_held} LIMIT :most) x
),
visited AS (
    SELECT t.{group} AS grp, min(t.{turn}) AS turn
    FROM {table} t {by_claim_index}
    WHERE {t_wanted_each}
--[resume]
      AND t.{group} > {group_resumed}
--[else]
      AND t.{group} IS NOT NULL
--[/]
    GROUP BY {state_columns}, t.{group}
    ORDER BY {state_columns}, t.{group}
    LIMIT {groups}
),
candidates AS (
    (SELECT t.{created_at} AS at, t.{id} AS id
     FROM (SELECT w.grp, w.turn FROM visited w ORDER BY w.turn LIMIT 1) v
     JOIN {table} t {by_claim_index} ON {t_wanted} AND t.{group} = v.grp AND t.{turn} = v.turn
     LIMIT 1)
    UNION ALL
    (SELECT t.{created_at}, t.{id} FROM {table} t {by_claim_index}
     WHERE {t_wanted} AND t.{group} IS NULL ORDER BY t.{turn} LIMIT 1)
    UNION ALL
    (SELECT t.{created_at}, t.{id} FROM {table} t {by_id_index}
     WHERE t.{id} = :remembered AND {t_wanted})
)
SELECT w.n AS waiting, h.n AS held,
       TIMESTAMPDIFF(MICROSECOND,
           least(coalesce(w.oldest, h.oldest), coalesce(h.oldest, w.oldest), coalesce(o.at, w.oldest, h.oldest)),
           UTC_TIMESTAMP(6)) / 1000000 AS oldest_seconds,
       CONVERT(o.id USING utf8mb4) AS oldest_id,
       CONVERT((SELECT max(v.grp) FROM visited v HAVING count(*) = {groups}) USING utf8mb4) AS stopped_at
FROM waiting w
CROSS JOIN held h
LEFT JOIN (SELECT d.at, d.id FROM candidates d ORDER BY d.at LIMIT 1) o ON true
