-- name: insert
INSERT INTO signalbox_platform.event_types (id, code, name, description, status)
VALUES (:id, :code, :name, :description, :status)

-- name: update
UPDATE signalbox_platform.event_types
   SET name = :name, description = :description, status = :status, updated_at = now()
 WHERE id = :id

-- name: lock
SELECT t.* FROM signalbox_platform.event_types AS t WHERE t.id = :id FOR UPDATE

-- name: archive
UPDATE signalbox_platform.event_types SET status = 'ARCHIVE', updated_at = now() WHERE id = :id

-- name: find
SELECT t.* FROM signalbox_platform.event_types AS t WHERE t.id = :id

-- name: find-by-code
SELECT t.* FROM signalbox_platform.event_types AS t WHERE t.code = :code

-- name: list
SELECT t.* FROM signalbox_platform.event_types AS t WHERE t.id < :below ORDER BY t.id DESC LIMIT :size OFFSET :offset

-- name: count
SELECT count(*) AS total FROM (SELECT 1 FROM signalbox_platform.event_types AS t WHERE t.id < :below LIMIT :most) AS found
