-- Checked first, because IF NOT EXISTS needs the right to create even if nothing is missing.
SELECT current_setting('server_version_num')::int AS version,
       count(to_regclass(name)) = count(*) AS complete
FROM unnest('{events, events_tags, events_type, events_transaction, commands}'::text[]) AS name
