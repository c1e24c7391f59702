-- Events, newest first. Every list goes along an index that ends with the id.
--[count]
SELECT count(*) AS total FROM (SELECT 1
--[else]
SELECT {columns}
--[/]
--[context]
  FROM signalbox_platform.event_context AS x
  JOIN signalbox_platform.events AS e ON e.id = x.event
 WHERE x.entry = :entry AND x.event < :below AND x.event >= :from AND e.context_data @> CAST(:context AS jsonb)
--[else]
  FROM signalbox_platform.events AS e
 WHERE e.id < :below AND e.id >= :from
--[/]
--[client]
   AND e.client = :client
--[/]
--[type]
   AND e.type = :type
--[/]
--[source]
   AND e.source = :source
--[/]
--[subject]
   AND e.subject = :subject
--[/]
--[correlation]
   AND e.correlation_id = :correlation_id
--[/]
--[causation]
   AND e.causation_id = :causation_id
--[/]
--[message_group]
   AND e.message_group = :message_group
--[/]
--[count]
 LIMIT :most) AS found
--[else]
--[context]
 ORDER BY x.event DESC
--[else]
 ORDER BY e.id DESC
--[/]
--[!unlimited]
 LIMIT :size OFFSET :offset
--[/]
--[/]
