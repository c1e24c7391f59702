UPDATE {table} SET status = 'PROCESSING', processed_at = NOW() WHERE id IN ({ids})
