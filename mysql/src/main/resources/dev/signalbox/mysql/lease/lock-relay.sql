-- Takeovers of a relay take turns by its row. A node without our tables that leads it has the named lock.
SELECT IS_USED_LOCK({lock_name}) IS NULL AS free
  FROM signalbox_relays
 WHERE relay = :relay
   FOR UPDATE SKIP LOCKED
