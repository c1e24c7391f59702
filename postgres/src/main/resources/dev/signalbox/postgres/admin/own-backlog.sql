-- Counts the rows of the table up to the limit and finds the oldest: among the counted rows and, if there are more, among the
-- first rows of all shards.
WITH
counted AS MATERIALIZED (
    SELECT count(*) AS messages, min(x.created_at) FILTER (WHERE isfinite(x.created_at)) AS oldest
    FROM (SELECT t.created_at FROM {table} t ORDER BY t.shard, t.position LIMIT :most) x
),
heads AS (
    SELECT min(h.created_at) FILTER (WHERE isfinite(h.created_at)) AS oldest
    FROM generate_series(0, 63) AS s (shard)
    CROSS JOIN LATERAL (
        SELECT t.created_at
        FROM {table} t
        WHERE t.shard = CAST(s.shard AS smallint)
        ORDER BY t.position
        LIMIT 1) h
    WHERE (SELECT c.messages FROM counted c) >= :most
)
SELECT c.messages, extract(epoch FROM now() - least(c.oldest, h.oldest)) AS oldest_seconds
FROM counted c
CROSS JOIN heads h
