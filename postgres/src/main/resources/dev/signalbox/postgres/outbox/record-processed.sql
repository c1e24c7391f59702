-- Records processed events before publishing. The commit waits for fsync, so that a database crash causes no second delivery.
WITH lease AS MATERIALIZED (
    SELECT 1 FROM signalbox.nodes
    WHERE incarnation = :owner AND split_part(:owner, '@', 2) IN ('', CAST(extract(epoch FROM pg_postmaster_start_time()) AS text))
    FOR KEY SHARE
),
event_records AS (
    INSERT INTO {processed_events} (event_id, status, created_at, updated_at)
    SELECT CAST(u.id AS {event_id_type}), {EVENT_PROCESSING}, {processed_event_time}, {processed_event_time}
    FROM unnest(CAST(:ids AS text[])) AS u (id)
    WHERE EXISTS (SELECT 1 FROM lease)
    ON CONFLICT (event_id) DO UPDATE
    SET status = excluded.status, updated_at = excluded.updated_at
)
SELECT EXISTS (SELECT 1 FROM lease) AS owned
