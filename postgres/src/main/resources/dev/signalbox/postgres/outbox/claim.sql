-- Claims the first rows of as many groups as there is room for, in one statement. See docs/internals/claiming.md.
-- Joins between these parts would be nested loops of everything with everything: ids travel as arrays and hashed sub-plans.
WITH RECURSIVE
--[lease]
lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE),
--[/]
-- One index descent for each group, from where the last claim stopped.
visited (grp, n) AS (
    (SELECT t.{group}, 1
     FROM {table} t
     WHERE t.{status} = {PENDING}
--[lease]
       AND EXISTS (SELECT 1 FROM lease)
--[/]
--[resume]
       AND t.{group} > CAST(:resume AS {group_type})
--[else]
       AND t.{group} IS NOT NULL
--[/]
     ORDER BY t.{group}
     LIMIT 1)
    UNION ALL
    SELECT (SELECT t.{group}
            FROM {table} t
            WHERE t.{status} = {PENDING} AND t.{group} > v.grp
            ORDER BY t.{group}
            LIMIT 1),
           v.n + 1
    FROM visited v
    WHERE v.grp IS NOT NULL AND v.n < {groups}
),
-- Rows without a group wait for nobody, so what somebody has locked is passed over. The group stands in the order only
-- because the planner does not see that IS NULL leaves one value: without it, it would sort all of them.
loose AS MATERIALIZED (
    SELECT t.{id} AS id, {payload_held} AS size
    FROM {table} t
    WHERE t.{status} = {PENDING} AND t.{group} IS NULL
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
      AND t.{id} NOT IN (SELECT unnest(CAST(:held_messages AS {id_type}[])))
    ORDER BY t.{group}, t.{created_at}
    LIMIT {messages}
    FOR UPDATE OF t SKIP LOCKED
),
grouped AS (
    SELECT v.n AS n, v.grp AS grp, r.rank AS rank, r.id AS id, r.size AS size, r.ahead AS ahead
    FROM visited v
    -- The window is read in index order, one row more than wanted. The last moment in a full window may go on behind it,
    -- so its rows are left for the next claim, unless the window has no other.
    CROSS JOIN LATERAL (
        SELECT y.id, y.size, y.at, y.rank, y.tied, y.full_window
        FROM (SELECT x.id, x.size, x.at,
                     row_number() OVER (ORDER BY x.at, x.id) AS rank,
                     count(*) OVER () > :per_group AS full_window,
                     max(x.at) OVER () AS last_at,
                     count(*) OVER () > :per_group AND min(x.at) OVER () = max(x.at) OVER () AS tied
              FROM (SELECT s.id, s.size, s.at
                    FROM (SELECT t.{id} AS id, {payload_held} AS size, t.{created_at} AS at
                          FROM {table} t
                          WHERE t.{status} = {PENDING} AND t.{group} = v.grp
--[pass_held]
                            AND t.{id} NOT IN (SELECT unnest(CAST(:held_messages AS {id_type}[])))
--[/]
                          ORDER BY t.{created_at}
                          LIMIT {per_group} + 1) s
                    LIMIT :per_group + 1) x) y
        WHERE NOT y.full_window OR y.at < y.last_at OR (y.tied AND y.rank = 1)
    ) w
    -- More rows of one moment than the window holds, as after a bulk load: all of them are read for the lowest ids. The ids
    -- that come next are handed out too, to be offered to the next claims, so that this is not done for every claim.
    CROSS JOIN LATERAL (
        -- An empty array says that the group has more, which this claim did not read
        SELECT w.rank, w.id, w.size, CASE WHEN w.full_window AND w.rank = 1 THEN CAST('{}' AS text[]) END AS ahead
        WHERE NOT w.tied
        UNION ALL
        SELECT z.rank, z.id, z.size, CASE WHEN z.rank = 1 THEN z.ids[:per_group + 1 : {ahead}] END
        FROM (SELECT row_number() OVER (ORDER BY s.id) AS rank, s.id, s.size,
                     array_agg(CAST(s.id AS text)) OVER (ORDER BY s.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS ids
              FROM (SELECT m.id, m.size
                    FROM (SELECT t.{id} AS id, {payload_held} AS size
                          FROM {table} t
                          WHERE w.tied AND t.{status} = {PENDING} AND t.{group} = v.grp AND t.{created_at} = w.at
--[pass_held]
                            AND t.{id} NOT IN (SELECT unnest(CAST(:held_messages AS {id_type}[])))
--[/]
                          ) m
                    ORDER BY m.id
                    LIMIT {ahead}) s) z
        WHERE z.rank <= :per_group
    ) r
    WHERE v.grp IS NOT NULL
      AND v.grp NOT IN (SELECT unnest(CAST(:held_groups AS {group_type}[])))
--[in_order]
      AND (SELECT 1 FROM {table} b WHERE b.{status} = {PROCESSING} AND b.{group} = v.grp LIMIT 1) IS NULL
--[/]
--[hold_exhausted]
      AND (SELECT 1 FROM {table} b WHERE b.{status} = {FAILED} AND b.{group} = v.grp LIMIT 1) IS NULL
--[/]
),
--[offered]
-- What an earlier claim has read ahead. If the group is held by somebody, its first row is missing, which ends the run.
offered AS (
    SELECT u.n, u.grp, u.rank, u.id, s.size
    FROM unnest(CAST(:offered_numbers AS integer[]), CAST(:offered_groups AS {group_type}[]),
                CAST(:offered_ranks AS integer[]), CAST(:offered_ids AS {id_type}[])) AS u (n, grp, rank, id)
    CROSS JOIN LATERAL (SELECT {payload_held} AS size FROM {table} t WHERE t.{id} = u.id) s
    WHERE (u.rank > 1
       OR ((SELECT 1 FROM {table} b WHERE b.{status} = {PROCESSING} AND b.{group} = u.grp LIMIT 1) IS NULL
--[hold_exhausted]
       AND (SELECT 1 FROM {table} b WHERE b.{status} = {FAILED} AND b.{group} = u.grp LIMIT 1) IS NULL
--[/]
       ))
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
),
--[/]
-- Nothing is read that is not wanted: the limits stop the scans. The literal is for the planner, the parameter for us.
picked AS MATERIALIZED (
    SELECT p.place, p.n, p.grp, p.rank, p.id, p.size, p.ahead
    FROM (SELECT *
          FROM (
--[offered]
                SELECT 0 AS place, o.n, o.grp, o.rank, o.id, o.size, CAST(NULL AS text[]) AS ahead FROM offered o
                UNION ALL
--[/]
--[loose_first]
                SELECT 1 AS place, row_number() OVER () AS n, CAST(NULL AS {group_type}) AS grp, 1 AS rank, l.id, l.size, CAST(NULL AS text[]) AS ahead FROM loose l
                UNION ALL
--[/]
                SELECT 2 AS place, g.n, g.grp, g.rank, g.id, g.size, g.ahead FROM grouped g
--[!loose_first]
                UNION ALL
                SELECT 3 AS place, row_number() OVER () AS n, CAST(NULL AS {group_type}) AS grp, 1 AS rank, l.id, l.size, CAST(NULL AS text[]) AS ahead FROM loose l
--[/]
               ) both_kinds
          LIMIT {messages}) p
    LIMIT :messages
),
fits AS MATERIALIZED (
    SELECT s.seq, s.place, s.n, s.grp, s.rank, s.id, s.ahead
    FROM (SELECT p.*,
                 row_number() OVER (ORDER BY p.place, p.n, p.rank) AS seq,
                 sum(p.size) OVER (ORDER BY p.place, p.n, p.rank) AS total
          FROM picked p) s
    WHERE s.seq = 1 OR s.total <= :bytes
),
locked AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (ARRAY(
            SELECT f.id FROM fits f
            WHERE f.grp IS NOT NULL
--[!pass_held]
              AND f.id NOT IN (SELECT unnest(CAST(:held_messages AS {id_type}[])))
--[/]
          ))
      -- IS TRUE leaves only the primary key to find them by, whatever the statistics say about the status
      AND (t.{status} = {PENDING}) IS TRUE
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
    FOR UPDATE OF t SKIP LOCKED
),
-- A row that is locked, or no longer pending, ends its group's run.
kept AS MATERIALIZED (
    SELECT k.id, k.seq
    FROM (SELECT h.id, h.seq, h.rank,
                 row_number() OVER (PARTITION BY h.place, h.n ORDER BY h.rank) AS place_in_run
          FROM (SELECT f.*, f.grp IS NULL OR f.id IN (SELECT l.id FROM locked l) AS held FROM fits f) h
          WHERE h.held) k
--[in_order]
    WHERE k.rank = k.place_in_run
--[/]
),
--[lease]
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, {now}{processed_utc}, a.ids
    FROM (SELECT ARRAY(SELECT CAST(k.id AS text) FROM kept k ORDER BY k.seq) AS ids) a
    WHERE cardinality(a.ids) > 0
),
--[/]
marked AS (
    UPDATE {table} t
    SET {status} = {PROCESSING}, {processed_at} = {now}
    WHERE t.{id} = ANY (ARRAY(SELECT k.id FROM kept k))
    RETURNING CAST(t.{id} AS text) AS id,
              CAST(t.{group} AS text) AS grp,
              CAST(t.{type} AS text) AS type,
              {payload_size} AS size,
              CASE WHEN {payload_size} <= :max_payload THEN {payload_bytes} END AS payload,
              t.{retry_count} AS attempts,
              t.{created_at}{created_utc} AS created,
              t.{processed_at}{processed_utc} AS claimed
)
SELECT ARRAY(SELECT CAST(k.id AS text) FROM kept k ORDER BY k.seq) AS ids,
--[lease]
       EXISTS (SELECT 1 FROM lease) AS owned,
--[else]
       true AS owned,
--[/]
       (SELECT count(*) FROM picked) AS picked,
       (SELECT count(*) FROM fits) AS fitting,
       (SELECT CAST(f.grp AS text) FROM fits f WHERE f.place = 2 ORDER BY f.seq DESC LIMIT 1) AS last_fitting,
       -- Looked at only if the scan has come to its own end: asking earlier would drive it on.
       CASE WHEN (SELECT count(*) FROM picked) < :messages
            THEN (SELECT CAST(v.grp AS text) FROM visited v WHERE v.n = {groups}) END AS stopped_at,
       CAST(NULL AS text) AS id,
       CAST(NULL AS text) AS grp,
       CAST(NULL AS text) AS type,
       CAST(NULL AS bigint) AS size,
       NULL AS payload,
       0 AS attempts,
       CAST(NULL AS timestamptz) AS created,
       CAST(NULL AS timestamptz) AS claimed
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL,
       m.id, m.grp, m.type, m.size, m.payload, m.attempts, m.created, m.claimed
FROM marked m
UNION ALL
SELECT f.ahead, NULL, NULL, NULL, NULL, NULL, NULL, CAST(f.grp AS text), NULL, NULL, NULL, NULL, NULL, NULL
FROM fits f
WHERE f.ahead IS NOT NULL
