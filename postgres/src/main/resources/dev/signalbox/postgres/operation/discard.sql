-- Failed messages are deleted.
WITH locked AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (CAST(:ids AS {id_type}[])) AND (t.{status} = {FAILED}) IS TRUE
    FOR UPDATE OF t SKIP LOCKED
)
DELETE FROM {table} t
WHERE t.{id} = ANY (ARRAY(SELECT l.id FROM locked l))
RETURNING CAST(t.{id} AS text) AS id
