-- Locks the owner's row. A takeover needs the row, so it waits for us, or we find no row.
SELECT CAST(UTC_TIMESTAMP(6) AS char) AS moment,
       EXISTS (SELECT 1 FROM signalbox_suspects s WHERE s.relay = :relay) AS suspects,
--[aside]
       EXISTS (SELECT 1 FROM signalbox_failures g WHERE g.relay = :relay) AS failures
--[else]
       false AS failures
--[/]
FROM signalbox_nodes n
WHERE n.incarnation = :owner AND (LOCATE('@', :owner) = 0 OR SUBSTRING_INDEX(:owner, '@', -1) = LEFT(SHA2(CONCAT_WS(':', @@hostname, @@port, @@server_id), 256), 16))
LOCK IN SHARE MODE
