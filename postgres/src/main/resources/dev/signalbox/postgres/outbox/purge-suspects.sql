-- Deletes suspects whose row is done or deleted.
WITH lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
)
DELETE FROM signalbox.suspects s
WHERE s.relay = :relay
  AND EXISTS (SELECT 1 FROM lease)
  AND (SELECT 1
       FROM {table} t
       WHERE t.{id} = CAST(s.id AS {id_type}) AND ({t_unfinished}) IS TRUE) IS NULL
