-- What living incarnations have recorded.
SELECT c.incarnation, c.number, c.ids
FROM signalbox_claims c
WHERE c.relay = :relay AND EXISTS (SELECT 1 FROM signalbox_nodes n WHERE n.incarnation = c.incarnation)
