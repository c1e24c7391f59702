SELECT min(position + 0)
FROM events
WHERE ${query}
