-- Reads the first rows of some groups in order. Returns one row more than requested of each group, in index order, which
-- shows whether more rows with the last timestamp of a full window may follow it.
SELECT x.n, x.id_text AS id, CAST(x.size AS bigint) AS size, CAST(x.at AS text) AS at, x.place, x.id_finding
--[contents]
     , x.grp, x.type, x.payload, x.attempts, x.at AS created, x.oversized{x_headers}
--[/]
FROM (SELECT y.*
      FROM (SELECT v.n, s.*
            FROM unnest(CAST(:groups AS {group_type}[])) WITH ORDINALITY AS v (grp, n)
            CROSS JOIN LATERAL (
                SELECT r.*
                FROM (SELECT t.{id} AS id, {payload_fetched} AS size, t.{created_at} AS at,
                             {id_text} AS id_text, {id_finding} AS id_finding,
                             CASE WHEN {id_oversized} THEN CAST(t.ctid AS text) END AS place
--[contents]
                           , {group_text} AS grp, {type_text} AS type, {t_attempts} AS attempts,
                             CASE WHEN {payload_size} <= {along} THEN {payload_bytes} END AS payload,
                             {finding} AS oversized{t_headers}
--[/]
                      FROM {table} t
                      WHERE {t_wanted} AND t.{group} = v.grp
--[pass_in_flight]
                        AND t.{id} NOT IN (SELECT unnest(CAST(:in_flight AS {id_type}[])))
--[/]
                      ORDER BY t.{created_at}
                      LIMIT {per_group} + 1) r
                LIMIT :per_group + 1) s
            WHERE true
--[in_order]
              AND (SELECT 1 FROM {table} b WHERE {b_held} AND b.{group} = v.grp LIMIT 1) IS NULL
--[/]
--[hold_exhausted]
              AND (SELECT 1 FROM {table} b WHERE {b_dead} AND b.{group} = v.grp LIMIT 1) IS NULL
--[/]
            -- Reads groups in turn until there are enough rows. The literal guides the planner, the parameter limits.
            LIMIT {rows}) y
      LIMIT :rows) x
ORDER BY x.n, x.at, x.id
