-- Deletes failures of rows that are done or deleted, one range per call.
WITH
lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
looked_at AS MATERIALIZED (
    SELECT g.id,
           (SELECT 1 FROM {table} t WHERE t.{id} = CAST(g.id AS {id_type}) AND ({t_done}) IS NOT TRUE) IS NULL
           -- The key of an oversized id finds no row
           AND right(g.id, 33) !~ '^…[0-9a-f]+$' AS over
    FROM signalbox.failures g
    WHERE g.relay = :relay AND g.id > :after AND EXISTS (SELECT 1 FROM lease)
    ORDER BY g.id
    LIMIT 500
),
forgotten AS (
    DELETE FROM signalbox.failures g
    WHERE g.relay = :relay AND g.id = ANY (ARRAY(SELECT l.id FROM looked_at l WHERE l.over))
)
SELECT max(l.id) AS last, count(*) AS number FROM looked_at l
