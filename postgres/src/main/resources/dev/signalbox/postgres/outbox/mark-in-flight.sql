-- Says beforehand which suspects are about to be sent alone.
WITH
lease AS MATERIALIZED (SELECT 1 FROM signalbox.nodes WHERE incarnation = :owner FOR KEY SHARE),
marked AS (
    UPDATE signalbox.suspects s
    SET in_flight = true
    WHERE s.relay = :relay AND s.id = ANY (CAST(:ids AS text[])) AND EXISTS (SELECT 1 FROM lease)
)
SELECT EXISTS (SELECT 1 FROM lease) AS owned
