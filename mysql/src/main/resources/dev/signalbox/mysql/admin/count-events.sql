-- Counts rows up to the limit.
SELECT count(*) AS total
FROM (
    SELECT 1
    FROM {table} t
    WHERE true
--[pending]
      AND ({t_unfinished})
--[/]
--[type]
      AND CAST(CONVERT({t_type} USING utf8mb4) AS binary) = CAST(:type AS binary)
--[/]
--[aggregate_type]
      AND CAST({aggregate_type} AS binary) = CAST(:aggregate_type AS binary)
--[/]
--[group]
      AND t.{group} = {group_asked} AND {exact_t} = CAST(:group AS binary)
--[/]
    LIMIT :most
) x
