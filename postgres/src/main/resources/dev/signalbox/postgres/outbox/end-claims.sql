-- Deletes the records of claims of which everything is settled.
WITH lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE)
DELETE FROM signalbox.claims c
WHERE c.relay = :relay AND c.incarnation = :owner AND c.number = ANY (CAST(:numbers AS bigint[])) AND EXISTS (SELECT 1 FROM lease)
