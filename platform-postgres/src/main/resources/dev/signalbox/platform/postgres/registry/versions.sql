-- name: bump-matching
-- Changes wait for each other here, and no reader does.
UPDATE signalbox_platform.registry
   SET matching_version = matching_version + 1, settings_version = settings_version + 1
RETURNING matching_version, settings_version

-- name: bump-settings
UPDATE signalbox_platform.registry SET settings_version = settings_version + 1
RETURNING matching_version, settings_version

-- name: record-types
INSERT INTO signalbox_platform.registry_changes (version, type)
SELECT DISTINCT CAST(:version AS bigint), t.type FROM unnest(:types) AS t (type)

-- name: forget-changes
DELETE FROM signalbox_platform.registry_changes WHERE version <= :version

-- name: matching
-- What matches some types, and the version for which that is right, in one snapshot. OFFSET 0 keeps the order of the joins: the
-- planner would go through all subscriptions of a client while the statistics say that there are few.
SELECT {matching_version} AS matching_version, a.n, t.id IS NOT NULL AS registered, m.subscription, m.spec_version
  FROM signalbox_platform.registry AS r
 CROSS JOIN unnest(:types, :clients) WITH ORDINALITY AS a (type, client, n)
  LEFT JOIN signalbox_platform.event_types AS t ON t.code = a.type AND t.status = 'CURRENT'
  LEFT JOIN LATERAL (
       SELECT b.subscription, b.spec_version
         FROM signalbox_platform.bindings AS b
        CROSS JOIN LATERAL (SELECT s.client, s.deleted_at, s.status, s.while_paused
                              FROM signalbox_platform.subscriptions AS s
                             WHERE s.id = b.subscription
                            OFFSET 0) AS s
        WHERE b.type = a.type AND s.client IN ('', a.client) AND s.deleted_at IS NULL
          AND (s.status = 'ACTIVE' OR s.while_paused = 'KEEP')
       ) AS m ON true
 ORDER BY a.n, m.subscription

-- name: changes
-- Empty if they were forgotten, or too many, or the known version is that of another server.
SELECT p.version AS matching_version, c.complete AND cardinality(d.types) < :most AS complete, d.types
  FROM (SELECT r.matching_version AS number, {matching_version} AS version FROM signalbox_platform.registry AS r) AS p
 CROSS JOIN (SELECT v.known >> {server_bits} AS number, v.known & {server_mask} AS server
               FROM (SELECT CAST(:version AS bigint) AS known) AS v) AS k
 CROSS JOIN LATERAL (SELECT k.server = (p.version & {server_mask}) AND k.number <= p.number
                            AND p.number - k.number < :remembered AS complete) AS c
 CROSS JOIN LATERAL (SELECT ARRAY(SELECT x.type FROM signalbox_platform.registry_changes AS x
                                   WHERE c.complete AND x.version > k.number
                                   LIMIT :most) AS types) AS d
