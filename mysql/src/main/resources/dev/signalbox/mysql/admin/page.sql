-- One page of the messages of a state, in the order of the index (state, group, turn). It reads a limited number of
-- rows, and always returns the last of them, so that the next page can begin after it.
SELECT s.id, s.grp, s.type, s.attempts, s.created, s.changed, s.error, s.created_key, s.matching, s.total
FROM (
    SELECT r.*,
           row_number() OVER (ORDER BY r.grp_key, r.own_turn, r.tie) AS n,
           count(*) OVER () AS total
    FROM (
        SELECT left(CONVERT(t.{id} USING utf8mb4), 2048) AS id,
               left(CONVERT(t.{group} USING utf8mb4), 2048) AS grp,
               left(CONVERT({t_type} USING utf8mb4), 2048) AS type,
               coalesce({t_tries}, 0) AS attempts,
               {created_micros} AS created,
               {t_changed} AS changed,
               left({t_error}, 2000) AS error,
               CAST(t.{turn} AS char) AS created_key,
               t.{group} AS grp_key, t.{turn} AS own_turn, t.{tie} AS tie,
               (true
--[group]
                AND {exact_t} = CAST(:group AS binary)
--[/]
--[type]
                AND CAST(CONVERT({t_type} USING utf8mb4) AS binary) = CAST(:type AS binary)
--[/]
--[changed_before]
                AND {t_changed} < :changed_before_micros
--[/]
--[reason]
                AND locate(lower(:reason), lower({t_error})) > 0
--[/]
               ) IS TRUE AS matching
        FROM {table} t {by_claim_index}
        WHERE {STATE}
--[group]
          AND t.{group} = {group_asked}
--[after]
          AND t.{turn} >= CAST(:after_created AS {turn_type})
          AND (t.{turn} > CAST(:after_created AS {turn_type}) OR t.{id} > :after_id)
--[/]
        ORDER BY t.{turn}, t.{tie}
--[/]
--[grouped]
          AND t.{group} IS NOT NULL
--[after]
          AND t.{group} >= {group_after}
          AND (t.{group} > {group_after} OR t.{turn} > CAST(:after_created AS {turn_type})
               OR (t.{turn} = CAST(:after_created AS {turn_type}) AND t.{id} > :after_id))
--[/]
        ORDER BY t.{group}, t.{turn}, t.{tie}
--[/]
--[ungrouped]
          AND t.{group} IS NULL
--[after]
          AND t.{turn} >= CAST(:after_created AS {turn_type})
          AND (t.{turn} > CAST(:after_created AS {turn_type}) OR t.{id} > :after_id)
--[/]
        ORDER BY t.{group}, t.{turn}, t.{tie}
--[/]
        LIMIT :scan
    ) r
) s
WHERE s.matching OR s.n = s.total
ORDER BY s.n
LIMIT :rows
