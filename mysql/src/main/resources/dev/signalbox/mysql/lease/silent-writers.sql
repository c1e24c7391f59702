-- The sessions of nodes that have been silent for longer than their lease, and still hold their row.
SELECT sessions
  FROM signalbox_leases
 WHERE incarnation IN (:over) AND expires_at < UTC_TIMESTAMP(6) - INTERVAL :grace SECOND
