-- Counts waiting messages up to the limit and finds the oldest: among the counted rows and, if there are more, among the first
-- rows of some groups, in rotation, and in the row that was the oldest in the previous call. An infinite
-- time has no age.
WITH RECURSIVE
counted AS MATERIALIZED (
    SELECT h.held, c.waiting, least(h.oldest, c.oldest) AS oldest
    FROM (SELECT count(*) AS held, min(x.at) FILTER (WHERE isfinite(x.at)) AS oldest
          FROM (SELECT t.{created_at} AS at FROM {table} t WHERE {t_held} LIMIT :most) x) h
    CROSS JOIN (SELECT count(*) AS waiting, min(x.at) FILTER (WHERE isfinite(x.at)) AS oldest
                FROM (SELECT t.{created_at} AS at FROM {table} t WHERE {t_wanted} LIMIT :most) x) c
),
visited (grp, at, id, n) AS (
    (SELECT t.{group}, t.{created_at}, CAST(t.{id} AS text), 1
     FROM {table} t
     WHERE {t_wanted}
       AND (SELECT c.waiting FROM counted c) >= :most
--[resume]
       AND t.{group} > CAST(:resume AS {group_type})
--[else]
       AND t.{group} IS NOT NULL
--[/]
     ORDER BY t.{group}, t.{created_at}
     LIMIT 1)
    UNION ALL
    SELECT f.grp, f.at, f.id, v.n + 1
    FROM visited v
    CROSS JOIN LATERAL (
        SELECT t.{group} AS grp, t.{created_at} AS at, CAST(t.{id} AS text) AS id
        FROM {table} t
        WHERE {t_wanted} AND t.{group} > v.grp
        ORDER BY t.{group}, t.{created_at}
        LIMIT 1) f
    WHERE v.n < {groups}
),
ungrouped AS (
    SELECT t.{created_at} AS at, CAST(t.{id} AS text) AS id
    FROM {table} t
    WHERE {t_wanted} AND t.{group} IS NULL AND (SELECT c.waiting FROM counted c) >= :most
    ORDER BY t.{group}, t.{created_at}
    LIMIT 1
),
remembered AS (
    SELECT t.{created_at} AS at, CAST(t.{id} AS text) AS id
    FROM {table} t
    WHERE t.{id} = CAST(:remembered AS {id_type}) AND ({t_wanted}) IS TRUE
      AND (SELECT c.waiting FROM counted c) >= :most
),
candidates AS (
    SELECT v.at, v.id FROM visited v
    UNION ALL SELECT l.at, l.id FROM ungrouped l
    UNION ALL SELECT r.at, r.id FROM remembered r
)
SELECT c.waiting, c.held,
       extract(epoch FROM now() - least(c.oldest, o.at){created_utc}) AS oldest_seconds,
       o.id AS oldest_id,
       (SELECT CAST(v.grp AS text) FROM visited v WHERE v.n = {groups}) AS stopped_at
FROM counted c
LEFT JOIN (SELECT d.at, d.id FROM candidates d WHERE isfinite(d.at) ORDER BY d.at LIMIT 1) o ON true
