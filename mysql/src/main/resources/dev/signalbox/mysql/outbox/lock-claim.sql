SELECT CAST(c.claimed_at AS char) AS claimed, c.ids
FROM signalbox_claims c
WHERE c.relay = :relay AND c.incarnation = :incarnation AND c.number = :number
FOR UPDATE
