-- Marks rows that fenced owners had claimed, or makes suspects of them, and deletes our own claims whose answer was lost. An owner whose lease
-- ended with its server did not die: its rows are neither.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
orphans AS MATERIALIZED (
    SELECT c.incarnation, c.number, c.ids, c.incarnation <> :owner AS fenced,
           split_part(c.incarnation, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text)) AS died
    FROM signalbox.claims c
    WHERE c.relay = :relay
      AND ((c.incarnation = :owner AND c.number = ANY (CAST(:unanswered AS bigint[])))
        OR (SELECT 1 FROM signalbox.nodes n WHERE n.incarnation = c.incarnation) IS NULL)
      AND EXISTS (SELECT 1 FROM lease)
    LIMIT 20
    FOR UPDATE OF c
),
-- Another owner may have claimed rows that a dead owner had released.
claimed_by_live_nodes AS MATERIALIZED (
    SELECT DISTINCT u.id
    FROM signalbox.claims c
    CROSS JOIN LATERAL unnest(c.ids) AS u (id)
    WHERE c.relay = :relay
      AND EXISTS (SELECT 1 FROM signalbox.nodes n WHERE n.incarnation = c.incarnation)
      AND EXISTS (SELECT 1 FROM orphans o WHERE o.fenced)
),
left_behind AS MATERIALIZED (
    SELECT u.id, t.{shard}, t.position, o.incarnation, o.died
    FROM orphans o
    CROSS JOIN LATERAL unnest(o.ids) AS u (id)
    JOIN {table} t ON {claimed_row}
    WHERE o.fenced AND u.id NOT IN (SELECT h.id FROM claimed_by_live_nodes h)
),
convicted AS (
    UPDATE {table} t
    SET attempts = t.attempts + 1
    FROM left_behind b
    JOIN signalbox.suspects s ON s.relay = :relay AND s.id = b.id
    WHERE t.{shard} = b.{shard} AND t.position = b.position AND b.died AND s.in_flight AND s.level = 2
),
-- The rows that each owner had recorded as in flight when it died.
in_flight AS MATERIALIZED (
    SELECT b.incarnation, count(DISTINCT b.id) AS messages
    FROM left_behind b
    JOIN signalbox.suspects s ON s.relay = :relay AND s.id = b.id AND s.in_flight
    WHERE b.died
    GROUP BY b.incarnation
),
-- What was in flight at a second end within the window is a suspect. Each further end halves how many may be in flight together.
after_death AS (
    SELECT DISTINCT ON (b.id) b.id,
           CASE WHEN s.in_flight AND (s.level >= 2 OR coalesce(s.ended_at > now() - CAST(:window AS interval), true))
                THEN 1 + greatest(1, least(f.messages, CASE WHEN s.level >= 2 THEN s.level - 1 ELSE 32766 END) / 2)
                ELSE coalesce(s.level, 1) END AS level,
           coalesce(s.crashes, 0) + CASE WHEN s.in_flight AND s.level = 2 THEN 1 ELSE 0 END AS crashes
    FROM left_behind b
    LEFT JOIN signalbox.suspects s ON s.relay = :relay AND s.id = b.id
    LEFT JOIN in_flight f ON f.incarnation = b.incarnation
    WHERE b.died
    ORDER BY b.id
),
suspected AS (
    INSERT INTO signalbox.suspects AS s (relay, id, level, crashes, ended_at)
    SELECT :relay, a.id, a.level, a.crashes, now()
    FROM after_death a
    ON CONFLICT (relay, id) DO UPDATE
    SET level = excluded.level, crashes = excluded.crashes, ended_at = excluded.ended_at, in_flight = false
),
ended AS (
    DELETE FROM signalbox.claims c
    USING orphans o
    WHERE c.relay = :relay AND c.incarnation = o.incarnation AND c.number = o.number
    RETURNING 1
)
SELECT (SELECT count(*) FROM ended) AS claims,
       (SELECT count(*) FROM left_behind) AS fenced,
       EXISTS (SELECT 1 FROM lease) AS owned
