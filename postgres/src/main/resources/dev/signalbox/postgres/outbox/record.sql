-- Reads rows that were chosen before, as far as they still wait, and records that they are held. The rows themselves are
-- not touched. The record is needed only after a death of the relay, not of the database, so nobody waits for its disk.
WITH
lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE),
recorded AS (
    INSERT INTO signalbox.claims (incarnation, number, relay, claimed_at, ids)
    SELECT :owner, :number, :relay, now(), CAST(:ids AS text[]) FROM lease
)
SELECT CAST(t.{id} AS text) AS id,
       CAST(t.{group} AS text) AS grp,
       CAST(t.{type} AS text) AS type,
       {payload_size} AS size,
       CASE WHEN {payload_size} <= :max_payload THEN {payload_bytes} END AS payload,
       t.{retry_count} AS attempts,
       t.{created_at}{created_utc} AS created,
       now() AS claimed,
       CAST(NULL AS integer) AS level
FROM {table} t
WHERE t.{id} = ANY (CAST(:ids AS {id_type}[])) AND (t.{status} = {PENDING}) IS TRUE AND EXISTS (SELECT 1 FROM lease)
UNION ALL
-- One row without an id says that the owner is not fenced
SELECT NULL, NULL, set_config('synchronous_commit', 'off', true), NULL, NULL, NULL, NULL, NULL, NULL FROM lease
UNION ALL
SELECT s.id, NULL, NULL, NULL, NULL, s.crashes, NULL, NULL, s.level
FROM signalbox.suspects s
WHERE s.relay = :relay AND s.id = ANY (CAST(:ids AS text[]))
