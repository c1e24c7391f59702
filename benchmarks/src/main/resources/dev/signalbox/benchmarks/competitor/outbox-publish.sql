UPDATE {table} SET status = 'PROCESSED', published_at = now() WHERE event_id = ANY (?)
