-- name: find
SELECT k.value FROM signalbox_platform.secret_key AS k

-- name: record
-- Of nodes that start at once, the first counts for all.
INSERT INTO signalbox_platform.secret_key AS k (value) VALUES (:value)
    ON CONFLICT (one) DO UPDATE SET value = coalesce(k.value, excluded.value)
RETURNING k.value

-- name: latest
(SELECT s.id, s.secret
   FROM signalbox_platform.subscriptions AS s
  WHERE s.deleted_at IS NULL AND starts_with(s.secret, :form)
  ORDER BY s.changed_in DESC
  LIMIT :most)
UNION ALL
(SELECT a.id, CASE WHEN starts_with(a.bearer_token, :form) THEN a.bearer_token ELSE a.signing_secret END AS secret
   FROM signalbox_platform.service_accounts AS a
  WHERE starts_with(a.bearer_token, :form) OR starts_with(a.signing_secret, :form)
  ORDER BY a.changed_in DESC
  LIMIT :most)
