UPDATE {progress} SET last_position = ?, last_published_at = now() WHERE topic = 'bench' AND publisher = 'raw'
