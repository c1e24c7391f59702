UPDATE {table} SET status = 'COMPLETED', processed_at = NOW() WHERE id IN ({ids})
