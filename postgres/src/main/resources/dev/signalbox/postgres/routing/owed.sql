-- Those of the groups that something is kept of.
SELECT g.name
FROM unnest(:groups) AS g (name)
WHERE EXISTS (SELECT 1 FROM {table} t WHERE t.message_group = g.name)
--[held]
   OR EXISTS (SELECT 1 FROM {failed} f WHERE f.message_group = g.name)
--[/]
