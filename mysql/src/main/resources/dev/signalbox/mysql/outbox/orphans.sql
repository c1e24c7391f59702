-- Claims of incarnations that are gone, and our own claims whose response was lost.
SELECT c.incarnation, c.number
FROM signalbox_claims c
WHERE c.relay = :relay
  AND ((c.incarnation = :owner AND c.number IN (:unanswered))
--[!unanswered_only]
    OR NOT EXISTS (SELECT 1 FROM signalbox_nodes n WHERE n.incarnation = c.incarnation)
--[/]
  )
ORDER BY c.incarnation, c.number
LIMIT 20
