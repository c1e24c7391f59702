-- Marks candidates that still wait and are not locked, and records the claim.
-- Joins between these parts would be nested loops over all rows, so ids are passed as arrays and hashed sub-plans.
WITH
--[lease]
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
--[/]
locked AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (CAST(:ids AS {id_type}[]))
      -- IS TRUE makes the planner use the primary key, whatever the statistics say about the status
      AND ({t_waits}) IS TRUE
--[lease]
      AND EXISTS (SELECT 1 FROM lease)
--[/]
    FOR UPDATE OF t SKIP LOCKED
),
chosen AS MATERIALIZED (
    SELECT u.id, u.run, u.seq, u.id IN (SELECT l.id FROM locked l) AS held
    FROM unnest(CAST(:ids AS {id_type}[]), CAST(:prefix_numbers AS integer[])) WITH ORDINALITY AS u (id, run, seq)
),
--[in_order]
-- A row that is locked or no longer waits ends the prefix of its group.
broken AS MATERIALIZED (
    SELECT c.run, min(c.seq) AS seq FROM chosen c WHERE NOT c.held GROUP BY c.run
--[offered]
    UNION ALL
    -- Rows that were read ahead come without a check of their group, which another owner may have claimed.
    SELECT o.run, 0
    FROM unnest(CAST(:offered_groups AS {group_type}[]), CAST(:offered_numbers AS integer[])) AS o (grp, run)
    WHERE (SELECT 1 FROM {table} b WHERE {b_held} AND b.{group} = o.grp LIMIT 1) IS NOT NULL
--[hold_exhausted]
       OR (SELECT 1 FROM {table} b WHERE {b_dead} AND b.{group} = o.grp LIMIT 1) IS NOT NULL
--[/]
--[/]
),
--[/]
kept AS MATERIALIZED (
    SELECT c.id, c.seq
    FROM chosen c
    WHERE c.held
--[in_order]
      AND NOT EXISTS (SELECT 1 FROM broken b WHERE b.run = c.run AND b.seq < c.seq)
--[/]
),
--[lease]
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, {mark}{mark_utc}, a.ids
    FROM (SELECT ARRAY(SELECT CAST(k.id AS text) FROM kept k ORDER BY k.seq) AS ids) a
    WHERE cardinality(a.ids) > 0
),
--[/]
marked AS (
    UPDATE {table} t
    SET
--[moments]
        {held_until} = {mark}
--[else]
        {status} = {PROCESSING}, {processed_at} = {mark}
--[/]
    WHERE t.{id} = ANY (ARRAY(SELECT k.id FROM kept k))
    RETURNING CAST(t.{id} AS text) AS id,
              {group_text} AS grp,
              {type_text} AS type,
              {payload_size} AS size,
              CASE WHEN {payload_size} <= :max_payload THEN {payload_bytes} END AS payload,
              {t_attempts} AS attempts,
              t.{created_at} AS created,
              {finding} AS oversized{t_headers}
)
-- One row without an id says that the owner is not fenced, and when the rows were marked
SELECT CAST(NULL AS text) AS id, CAST(NULL AS text) AS grp, CAST(NULL AS text) AS type,
       CAST(NULL AS bigint) AS size, NULL AS payload, 0 AS attempts, CAST(NULL AS {created_type}) AS created, {mark}{mark_utc} AS claimed, 0 AS level,
       CAST(NULL AS text) AS oversized{no_headers}
--[lease]
FROM lease
--[/]
UNION ALL
SELECT m.id, m.grp, m.type, m.size, m.payload, m.attempts, m.created, NULL, 0, m.oversized{m_headers}
FROM marked m
--[lease]
UNION ALL
-- Suspects are very rare, so the lookup of many ids is skipped if the relay has none
SELECT s.id, NULL, NULL, NULL, NULL, s.crashes, NULL, NULL, s.level, NULL{no_headers}
FROM signalbox.suspects s
WHERE s.relay = :relay AND s.id = ANY (CAST(:ids AS text[]))
  AND EXISTS (SELECT 1 FROM signalbox.suspects a WHERE a.relay = :relay)
--[aside]
UNION ALL
-- The same for failures. A dead letter that an operator released starts with no attempts.
SELECT g.id, NULL, NULL, NULL, NULL, CASE WHEN g.parked THEN 0 ELSE g.attempts END, NULL, NULL, -1, NULL{no_headers}
FROM signalbox.failures g
WHERE g.relay = :relay AND g.id = ANY (CAST(:ids AS text[]))
  AND EXISTS (SELECT 1 FROM signalbox.failures a WHERE a.relay = :relay)
--[/]
--[/]
