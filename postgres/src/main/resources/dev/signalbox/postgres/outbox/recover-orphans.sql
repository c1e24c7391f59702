-- Recovers the claims of fenced owners, and marks their rows or makes suspects of them. Also releases our own claims whose answer was lost.
-- Claims with a negative number did not mark their rows. An owner whose lease ended with its server did not die: its messages
-- are not suspects.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
orphans AS MATERIALIZED (
    SELECT c.incarnation, c.number, c.claimed_at, c.ids, c.incarnation <> :owner AS fenced,
           c.incarnation <> :owner
               AND split_part(c.incarnation, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text)) AS died
    FROM signalbox.claims c
    WHERE c.relay = :relay
      AND ((c.incarnation = :owner AND c.number = ANY (CAST(:unanswered AS bigint[])))
--[!unanswered_only]
        OR (SELECT 1 FROM signalbox.nodes n WHERE n.incarnation = c.incarnation) IS NULL
--[/]
      )
      AND EXISTS (SELECT 1 FROM lease)
    LIMIT 20
    FOR UPDATE OF c
),
held AS MATERIALIZED (
    SELECT t.{id} AS id, o.incarnation, o.fenced, o.died, coalesce(s.in_flight AND s.level = 2, false) AND o.died AS convicted
    FROM orphans o
    CROSS JOIN LATERAL unnest(o.ids) AS u (id)
    JOIN {table} t ON t.{id} = CAST(u.id AS {id_type})
    LEFT JOIN signalbox.suspects s ON s.relay = :relay AND s.id = u.id
    WHERE o.number > 0
      AND ({t_held} AND t.{mark_column} = o.claimed_at{mark_utc}) IS TRUE
    FOR UPDATE OF t SKIP LOCKED
),
-- Unmarked rows wait already, and another owner may have claimed them since.
unmarked AS MATERIALIZED (
    SELECT t.{id} AS id, o.incarnation, o.died, coalesce(s.in_flight AND s.level = 2, false) AND o.died AS convicted
    FROM orphans o
    CROSS JOIN LATERAL unnest(o.ids) AS u (id)
    JOIN {table} t ON t.{id} = CAST(u.id AS {id_type})
    LEFT JOIN signalbox.suspects s ON s.relay = :relay AND s.id = u.id
    WHERE o.number < 0 AND o.fenced AND ({t_waits}) IS TRUE
      AND u.id NOT IN (
        SELECT unnest(c.ids)
        FROM signalbox.claims c
        WHERE c.relay = :relay AND c.incarnation IN (SELECT n.incarnation FROM signalbox.nodes n))
),
convicted AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (ARRAY(SELECT w.id FROM unmarked w WHERE w.convicted))
    FOR UPDATE OF t SKIP LOCKED
),
-- Locked rows stay in their claim until a later recovery. They block only their own groups.
busy AS MATERIALIZED (
    SELECT o.incarnation, o.number, u.id
    FROM (SELECT * FROM orphans m WHERE m.number > 0) o
    CROSS JOIN LATERAL unnest(o.ids) AS u (id)
    CROSS JOIN LATERAL (
        SELECT 1
        FROM {table} t
        WHERE t.{id} = CAST(u.id AS {id_type})
          AND ({t_held} AND t.{mark_column} = o.claimed_at{mark_utc}) IS TRUE) still_held
    WHERE CAST(u.id AS {id_type}) NOT IN (SELECT h.id FROM held h)
),
-- The rows that each owner had recorded as in flight when it died, without those that it had released before.
in_flight AS MATERIALIZED (
    SELECT x.incarnation, count(DISTINCT x.id) AS messages
    FROM (SELECT CAST(h.id AS text) AS id, h.incarnation FROM held h WHERE h.died
          UNION ALL
          SELECT CAST(w.id AS text), w.incarnation FROM unmarked w WHERE w.died
          UNION ALL
          SELECT b.id, b.incarnation FROM busy b) x
    JOIN signalbox.suspects s ON s.relay = :relay AND s.id = x.id AND s.in_flight
    GROUP BY x.incarnation
),
-- What was in flight at a second end within the window is a suspect. Each further end halves how many may be in flight together.
after_death AS (
    SELECT DISTINCT ON (x.id) CAST(x.id AS text) AS id,
           CASE WHEN s.in_flight AND (s.level >= 2 OR coalesce(s.ended_at > now() - CAST(:window AS interval), true))
                THEN 1 + greatest(1, least(f.messages, CASE WHEN s.level >= 2 THEN s.level - 1 ELSE 32766 END) / 2)
                ELSE coalesce(s.level, 1) END AS level,
           coalesce(s.crashes, 0) + CASE WHEN s.in_flight AND s.level = 2 THEN 1 ELSE 0 END AS crashes
    FROM (SELECT h.id, h.incarnation FROM held h WHERE h.died
          UNION ALL
          SELECT w.id, w.incarnation FROM unmarked w WHERE w.died) x
    LEFT JOIN signalbox.suspects s ON s.relay = :relay AND s.id = CAST(x.id AS text)
    LEFT JOIN in_flight f ON f.incarnation = x.incarnation
    ORDER BY x.id
),
suspected AS (
    INSERT INTO signalbox.suspects AS s (relay, id, level, crashes, ended_at)
    SELECT :relay, a.id, a.level, a.crashes, now()
    FROM after_death a
    ON CONFLICT (relay, id) DO UPDATE
    SET level = excluded.level, crashes = excluded.crashes, ended_at = excluded.ended_at, in_flight = false
),
released AS (
    UPDATE {table} t
    SET
--[sent_only]
        {set_unsent}
--[else]
--[moments]
        {held_until} = NULL
--[else]
        {status} = {PENDING},
        {processed_at} = NULL
--[/]
--[/]
--[!aside]
        , {retry_count} = coalesce(t.{retry_count}, 0) + CASE WHEN h.convicted AND h.fenced THEN 1 ELSE 0 END
--[/]
    FROM held h
    WHERE t.{id} = h.id
    RETURNING h.fenced
),
counted AS (
--[aside]
    INSERT INTO signalbox.failures AS g (relay, id, attempts, changed_at)
    SELECT :relay, CAST(x.id AS text), 1, now()
    FROM (SELECT h.id FROM held h WHERE h.convicted AND h.fenced UNION SELECT w.id FROM convicted w) x
    ON CONFLICT (relay, id) DO UPDATE
    SET attempts = CASE WHEN g.parked THEN 0 ELSE g.attempts END + 1, parked = false, changed_at = now()
--[else]
    UPDATE {table} t
    SET {retry_count} = coalesce(t.{retry_count}, 0) + 1
    WHERE t.{id} = ANY (ARRAY(SELECT w.id FROM convicted w))
--[/]
),
ended AS (
    DELETE FROM signalbox.claims c
    USING orphans o
    WHERE c.relay = :relay AND c.incarnation = o.incarnation AND c.number = o.number
      AND (c.incarnation, c.number) NOT IN (SELECT b.incarnation, b.number FROM busy b)
    RETURNING 1
),
kept AS (
    UPDATE signalbox.claims c
    SET ids = ARRAY(SELECT b.id FROM busy b WHERE b.incarnation = c.incarnation AND b.number = c.number)
    WHERE c.relay = :relay AND (c.incarnation, c.number) IN (SELECT b.incarnation, b.number FROM busy b)
)
SELECT (SELECT count(*) FROM ended) AS claims,
       (SELECT count(*) FROM released r WHERE r.fenced) + (SELECT count(*) FROM unmarked) AS fenced,
       EXISTS (SELECT 1 FROM busy) AS busy,
       EXISTS (SELECT 1 FROM lease) AS owned
