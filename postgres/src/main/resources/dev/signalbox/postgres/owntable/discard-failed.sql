-- Deletes failed messages for good.
WITH
discarded AS (
    DELETE FROM {failed} f WHERE f.id = ANY (CAST(:ids AS text[])) RETURNING f.id
)
SELECT DISTINCT d.id FROM discarded d
