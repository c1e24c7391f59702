SELECT greatest((SELECT max(transaction_id) FROM events), (SELECT max(transaction_id) FROM commands))
           >= pg_snapshot_xmax(pg_current_snapshot())
