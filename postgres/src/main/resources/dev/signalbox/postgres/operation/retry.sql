-- Failed messages wait again, with all their attempts. IS TRUE leaves the primary key to find them by.
WITH locked AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (CAST(:ids AS {id_type}[])) AND (t.{status} = {FAILED}) IS TRUE
    FOR UPDATE OF t SKIP LOCKED
)
UPDATE {table} t
SET {status} = {PENDING}, {retry_count} = 0, {processed_at} = NULL, {error_message} = NULL
WHERE t.{id} = ANY (ARRAY(SELECT l.id FROM locked l))
RETURNING CAST(t.{id} AS text) AS id
