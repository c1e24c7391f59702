UPDATE {table} SET status = 'COMPLETED', processed_at = now() WHERE id = ANY (?)
