INSERT INTO signalbox_claims (relay, incarnation, number, claimed_at, ids)
VALUES (:relay, :owner, :number, :moment, :ids)
