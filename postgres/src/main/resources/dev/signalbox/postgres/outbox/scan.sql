-- Finds candidates: groups with waiting rows, and ungrouped waiting rows. It takes no locks, and its result is only a hint.
-- See docs/internals/claiming.md.
--[groups]
WITH RECURSIVE
-- One index descent for each group, from where the previous scan stopped.
visited (grp, n) AS (
    (SELECT t.{group}, 1
     FROM {table} t
     WHERE {t_wanted}
--[resume]
       AND t.{group} > CAST(:resume AS {group_type})
--[else]
       AND t.{group} IS NOT NULL
--[/]
--[until]
       AND t.{group} <= CAST(:until AS {group_type})
--[/]
     ORDER BY t.{group}
     LIMIT 1)
    UNION ALL
    SELECT (SELECT t.{group}
            FROM {table} t
            WHERE {t_wanted} AND t.{group} > v.grp
--[until]
              AND t.{group} <= CAST(:until AS {group_type})
--[/]
            ORDER BY t.{group}
            LIMIT 1),
           v.n + 1
    FROM visited v
    WHERE v.grp IS NOT NULL AND v.n < {groups}
)
SELECT {group_text} AS grp, CAST(NULL AS text) AS id, CAST(NULL AS bigint) AS size, CAST(NULL AS text) AS at,
       -- The places of some rows of a group that is too large to be read
       CASE WHEN {group_oversized}
            THEN array_to_string(ARRAY(SELECT r.ctid FROM (SELECT t.ctid, t.{group} FROM {table} t WHERE {t_wanted}) r
                                       WHERE r.{group} = t.{group} LIMIT 100), ' ') END AS place,
       {group_finding} AS finding
FROM (SELECT v.grp AS {group} FROM visited v WHERE v.grp IS NOT NULL ORDER BY v.n) t
--[/]
--[both]
UNION ALL
--[/]
--[ungrouped]
SELECT CAST(NULL AS text) AS grp, l.id_text AS id, CAST(l.size AS bigint) AS size, CAST(l.at AS text) AS at,
       l.place, l.finding
-- The group is in the ORDER BY because the planner does not see that IS NULL leaves one value: without it, the planner
-- would sort all rows. With it, the sort is incremental, over rows with the same timestamp.
FROM (SELECT {id_text} AS id_text, {payload_fetched} AS size, t.{created_at} AS at, {id_finding} AS finding,
             CASE WHEN {id_oversized} THEN CAST(t.ctid AS text) END AS place
      FROM {table} t
      WHERE {t_wanted} AND t.{group} IS NULL
--[behind]
        AND t.{created_at} >= CAST(:at AS {created_type})
        AND (t.{created_at} > CAST(:at AS {created_type}) OR t.{id} > CAST(:id AS {id_type}))
--[/]
      ORDER BY t.{group}, t.{created_at}, t.{id}
      LIMIT {ungrouped}) l
--[/]
