-- The records of claims.

-- name: record
INSERT INTO signalbox_claims (relay, incarnation, number, claimed_at, ids)
VALUES (:relay, :owner, :number, :moment, :ids)

-- name: claims
-- Our own records of these claims, and what others claimed at the same times, which a column with whole seconds cannot
-- distinguish from ours.
SELECT c.incarnation = :owner AS mine, c.number, CASE WHEN c.incarnation = :owner THEN '[]' ELSE c.ids END AS ids
FROM signalbox_claims c
WHERE c.relay = :relay
  AND ((c.incarnation = :owner AND c.number IN (:numbers)) OR (c.incarnation <> :owner AND c.claimed_at IN (:moments)))

-- name: all-claims
SELECT c.ids FROM signalbox_claims c WHERE c.relay = :relay

-- name: living-claims
-- The records of live incarnations.
SELECT c.incarnation, c.number, c.ids
FROM signalbox_claims c
WHERE c.relay = :relay AND EXISTS (SELECT 1 FROM signalbox_nodes n WHERE n.incarnation = c.incarnation)

-- name: lock-claim
SELECT CAST(c.claimed_at AS char) AS claimed, c.ids
FROM signalbox_claims c
WHERE c.relay = :relay AND c.incarnation = :incarnation AND c.number = :number
FOR UPDATE

-- name: keep-claim
UPDATE signalbox_claims SET ids = :ids WHERE relay = :relay AND incarnation = :incarnation AND number = :number

-- name: end-claim
DELETE FROM signalbox_claims WHERE relay = :relay AND incarnation = :incarnation AND number = :number

-- name: end-claims
DELETE FROM signalbox_claims WHERE relay = :relay AND incarnation = :owner AND number IN (:numbers)
