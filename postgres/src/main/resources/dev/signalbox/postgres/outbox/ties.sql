-- Reads the lowest ids of each group's first moment, for groups that have more rows of it than a window holds, as after a
-- bulk load. All rows of that moment have to be looked at, so many more come than are wanted now.
SELECT v.n, CAST(z.id AS text) AS id, CAST(z.size AS bigint) AS size
FROM unnest(CAST(:groups AS {group_type}[])) WITH ORDINALITY AS v (grp, n)
CROSS JOIN LATERAL (
    SELECT m.id, m.size
    FROM (SELECT t.{id} AS id, {payload_held} AS size
          FROM {table} t
          WHERE {t_wanted} AND t.{group} = v.grp
            AND t.{created_at} = (SELECT f.{created_at}
                                  FROM {table} f
                                  WHERE {f_wanted} AND f.{group} = v.grp
--[pass_held]
                                    AND f.{id} NOT IN (SELECT unnest(CAST(:held_messages AS {id_type}[])))
--[/]
                                  ORDER BY f.{created_at}
                                  LIMIT 1)
--[pass_held]
            AND t.{id} NOT IN (SELECT unnest(CAST(:held_messages AS {id_type}[])))
--[/]
          -- Keeps the primary key from being walked for the sake of its order
          OFFSET 0) m
    ORDER BY m.id
    LIMIT {ahead}) z
ORDER BY v.n, z.id
