-- Those of the groups that something is kept of.
SELECT DISTINCT CAST(t.message_group AS char(255)) AS message_group
FROM {table} t
WHERE t.status IN ('PENDING', 'PROCESSING'
--[held]
    , 'FAILED'
--[/]
    ) AND t.message_group IN (:groups)
