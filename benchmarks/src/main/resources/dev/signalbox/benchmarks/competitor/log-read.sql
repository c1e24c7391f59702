-- In transaction order: by position alone, the events of a late commit would be skipped for ever.
SELECT position, transaction_id, type, tags, data, occurred_at
FROM {table}
WHERE (transaction_id, position) > (CAST(CAST(? AS text) AS xid8), ?)
  AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY transaction_id, position
LIMIT {batch}
