-- name: insert
INSERT INTO signalbox_platform.service_accounts (id, client, name, bearer_token, signing_secret, changed_in)
VALUES (:id, :client, :name, :bearer_token, :signing_secret, :version)

-- name: update
UPDATE signalbox_platform.service_accounts
   SET name = coalesce(:name, name),
       bearer_token = CASE WHEN :token_given THEN :bearer_token ELSE bearer_token END,
       signing_secret = CASE WHEN :secret_given THEN :signing_secret ELSE signing_secret END,
       changed_in = :version, updated_at = now()
 WHERE id = :id
