-- One page of the messages of a state, in the order of the index (state, group, time). It examines a limited number of rows and
-- always returns the last of them, so that the next page can start after it.
SELECT s.id, s.grp, s.type, s.attempts, s.created, s.changed, s.error, s.created_key, s.matching, s.total
FROM (
    SELECT r.*,
           row_number() OVER (ORDER BY r.grp_key, r.created_at_key, r.id_key) AS n,
           count(*) OVER () AS total
    FROM (
        SELECT left(CAST(t.{id} AS text), 2048) AS id,
               left(CAST(t.{group} AS text), 2048) AS grp,
               left(CAST({t_type} AS text), 2048) AS type,
               coalesce({t_tries}, 0) AS attempts,
               t.{created_at}{created_utc} AS created,
               {t_changed} AS changed,
               left({t_error}, 2000) AS error,
               CAST(t.{created_at} AS text) AS created_key,
               t.{group} AS grp_key, t.{created_at} AS created_at_key, t.{id} AS id_key,
               (true
--[type]
                AND CAST({t_type} AS text) = :type
--[/]
--[changed_before]
                AND {t_changed} < CAST(:changed_before AS timestamptz)
--[/]
--[reason]
                AND position(lower(:reason) IN lower({t_error})) > 0
--[/]
               ) IS TRUE AS matching
        FROM {table} t
        WHERE {STATE}
--[group]
          AND t.{group} = CAST(:group AS {group_type})
--[after]
          AND (t.{created_at}, t.{id}) > (CAST(:after_created AS {created_type}), CAST(:after_id AS {id_type}))
--[/]
        ORDER BY t.{created_at}, t.{id}
--[/]
--[grouped]
          AND t.{group} IS NOT NULL
--[after]
          AND (t.{group}, t.{created_at}, t.{id})
            > (CAST(:after_group AS {group_type}), CAST(:after_created AS {created_type}), CAST(:after_id AS {id_type}))
--[/]
        ORDER BY t.{group}, t.{created_at}, t.{id}
--[/]
--[ungrouped]
          AND t.{group} IS NULL
--[after]
          AND (t.{created_at}, t.{id}) > (CAST(:after_created AS {created_type}), CAST(:after_id AS {id_type}))
--[/]
        ORDER BY t.{group}, t.{created_at}, t.{id}
--[/]
        LIMIT :scan
    ) r
) s
WHERE s.matching OR s.n = s.total
ORDER BY s.n
LIMIT :rows
