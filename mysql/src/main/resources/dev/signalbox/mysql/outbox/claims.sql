-- Our own records of these claims; and what others have claimed at the same moments, which a column with whole seconds
-- cannot tell from ours.
SELECT c.incarnation = :owner AS mine, c.number, CASE WHEN c.incarnation = :owner THEN '[]' ELSE c.ids END AS ids
FROM signalbox_claims c
WHERE c.relay = :relay
  AND ((c.incarnation = :owner AND c.number IN (:numbers)) OR (c.incarnation <> :owner AND c.claimed_at IN (:moments)))
