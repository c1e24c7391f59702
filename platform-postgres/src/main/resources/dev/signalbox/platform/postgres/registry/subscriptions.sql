-- name: insert
INSERT INTO signalbox_platform.subscriptions (
    id, client, code, name, description, target, queue, mode, dispatch_pool, service_account, timeout_seconds, max_retries,
    sequence, data_only, max_age_seconds, delay_seconds, status, while_paused, custom_config, secret, changed_in)
VALUES (:id, :client, :code, :name, :description, :target, :queue, :mode, CAST(:pool AS bigint), CAST(:account AS bigint), :timeout,
        :max_retries, :sequence, :data_only, :max_age, :delay, :status, :while_paused, :custom_config, :secret, :version)

-- name: update
UPDATE signalbox_platform.subscriptions
   SET name = :name, description = :description, target = :target, queue = :queue, mode = :mode,
       dispatch_pool = CAST(:pool AS bigint), service_account = CAST(:account AS bigint), timeout_seconds = :timeout,
       max_retries = :max_retries, sequence = :sequence, data_only = :data_only, max_age_seconds = :max_age,
       delay_seconds = :delay, pause_reason = CASE WHEN status = :status THEN pause_reason END, status = :status,
       while_paused = :while_paused, custom_config = :custom_config, changed_in = :version, updated_at = now()
 WHERE id = :id AND deleted_at IS NULL

-- name: lock
SELECT s.*, {bindings} FROM signalbox_platform.subscriptions AS s WHERE s.id = :id AND s.deleted_at IS NULL FOR UPDATE

-- name: update-status
UPDATE signalbox_platform.subscriptions
   SET status = :status, pause_reason = :reason, changed_in = :version, updated_at = now()
 WHERE id = :id AND deleted_at IS NULL

-- name: pause-target
-- A late answer of a former target must not pause the present one.
UPDATE signalbox_platform.subscriptions
   SET status = 'PAUSED', pause_reason = :reason, changed_in = :version, updated_at = now()
 WHERE id = :id AND target = :target AND status = 'ACTIVE' AND deleted_at IS NULL

-- name: rotate-secret
UPDATE signalbox_platform.subscriptions
   SET previous_secret = secret, previous_secret_until = now() + :seconds * interval '1 second', secret = :secret,
       changed_in = :version, updated_at = now()
 WHERE id = :id AND deleted_at IS NULL

-- name: delete
-- Its secrets are gone at once.
UPDATE signalbox_platform.subscriptions
   SET deleted_at = now(), secret = '', previous_secret = NULL, changed_in = :version, updated_at = now()
 WHERE id = :id AND deleted_at IS NULL

-- name: bound-types
SELECT DISTINCT b.type FROM signalbox_platform.bindings AS b WHERE b.subscription = :id

-- name: unbind
DELETE FROM signalbox_platform.bindings WHERE subscription = :id

-- name: bind
INSERT INTO signalbox_platform.bindings (subscription, place, event_type, type, spec_version)
SELECT :id, b.place, b.event_type, b.type, b.spec_version
  FROM unnest(:event_types, :types, :spec_versions) WITH ORDINALITY AS b (event_type, type, spec_version, place)

-- name: secrets
SELECT s.secret, CASE WHEN s.previous_secret_until > now() THEN s.previous_secret END AS previous_secret
  FROM signalbox_platform.subscriptions AS s
 WHERE s.id = :id AND s.deleted_at IS NULL

-- name: find
SELECT s.*, {bindings} FROM signalbox_platform.subscriptions AS s WHERE s.id = :id AND s.deleted_at IS NULL

-- name: list
SELECT s.*, {bindings} FROM signalbox_platform.subscriptions AS s
 WHERE s.id < :below AND s.deleted_at IS NULL AND (:all OR s.client = :client)
 ORDER BY s.id DESC LIMIT :size OFFSET :offset

-- name: count
SELECT count(*) AS total
  FROM (SELECT 1 FROM signalbox_platform.subscriptions AS s
         WHERE s.id < :below AND s.deleted_at IS NULL AND (:all OR s.client = :client) LIMIT :most) AS found
