-- Counts rows up to the limit. Waiting rows and claimed rows have an index each.
SELECT count(*) AS total
FROM (
    SELECT 1
--[pending]
    FROM (SELECT t.* FROM {table} t WHERE {t_waits} UNION ALL SELECT t.* FROM {table} t WHERE {t_held}) t
--[else]
    FROM {table} t
--[/]
    WHERE true
--[type]
      AND CAST({t_type} AS text) = :type
--[/]
--[aggregate_type]
      AND {aggregate_type} = :aggregate_type
--[/]
--[group]
      AND t.{group} = CAST(:group AS {group_type})
--[/]
    LIMIT :most
) x
