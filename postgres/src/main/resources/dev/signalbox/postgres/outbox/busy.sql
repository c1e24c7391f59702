-- Locks those of the given rows that are free, and returns the others.
WITH
held AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (CAST(:ids AS {id_type}[]))
--[own]
      AND ({t_waits}) IS TRUE
--[else]
      AND ({t_held}) IS TRUE
--[/]
),
free AS MATERIALIZED (
    SELECT t.{id} AS id
    FROM {table} t
    WHERE t.{id} = ANY (ARRAY(SELECT h.id FROM held h))
    FOR UPDATE OF t SKIP LOCKED
)
SELECT CAST(h.id AS text) AS id FROM held h WHERE h.id NOT IN (SELECT f.id FROM free f)
