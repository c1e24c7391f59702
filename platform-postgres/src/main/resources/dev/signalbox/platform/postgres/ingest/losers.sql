-- name: losers
-- The events that hold these keys. Not part of the statement that lost against them, whose snapshot may be older.
SELECT CAST(k.key AS text) AS key, {columns}
  FROM signalbox_platform.deduplication_keys AS k
  JOIN signalbox_platform.events AS e ON e.id = k.id
 WHERE k.key = ANY (CAST(:keys AS uuid[]))

-- name: lock-registry
-- The registry can't change until the transaction ends.
SELECT r.matching_version FROM signalbox_platform.registry AS r WHERE r.one FOR SHARE
