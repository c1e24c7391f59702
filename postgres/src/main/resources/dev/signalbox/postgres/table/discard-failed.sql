-- Deletes failed messages for good.
WITH
discarded AS (
    DELETE FROM {failed} f WHERE f.id = ANY (CAST(:ids AS text[])) RETURNING 1
)
SELECT count(*) AS messages FROM discarded
