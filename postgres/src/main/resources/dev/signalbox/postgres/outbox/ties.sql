-- Reads the lowest ids among the rows with a group's first timestamp, for groups with more such rows than a window holds, as
-- after a bulk load. The scan examines all rows with that timestamp, so it returns many more than requested now.
SELECT v.n, z.id_text AS id, CAST(z.size AS bigint) AS size, NULL AS at, z.place, z.id_finding
FROM unnest(CAST(:groups AS {group_type}[])) WITH ORDINALITY AS v (grp, n)
CROSS JOIN LATERAL (
    SELECT m.*
    FROM (SELECT t.{id} AS id, {payload_fetched} AS size, {id_text} AS id_text, {id_finding} AS id_finding,
                 CASE WHEN {id_oversized} THEN CAST(t.ctid AS text) END AS place
          FROM {table} t
          WHERE {t_wanted} AND t.{group} = v.grp
            AND t.{created_at} = (SELECT f.{created_at}
                                  FROM {table} f
                                  WHERE {f_wanted} AND f.{group} = v.grp
--[pass_in_flight]
                                    AND f.{id} NOT IN (SELECT unnest(CAST(:in_flight AS {id_type}[])))
--[/]
                                  ORDER BY f.{created_at}
                                  LIMIT 1)
--[pass_in_flight]
            AND t.{id} NOT IN (SELECT unnest(CAST(:in_flight AS {id_type}[])))
--[/]
          -- Prevents a walk along the primary key for its order
          OFFSET 0) m
    ORDER BY m.id
    LIMIT {ahead}) z
ORDER BY v.n, z.id
