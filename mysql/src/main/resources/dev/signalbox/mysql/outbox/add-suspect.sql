-- Assignments are made from left to right, each with what those before it have left.
INSERT INTO signalbox_suspects (relay, id, level) VALUES (:relay, :id, 1)
ON DUPLICATE KEY UPDATE
    crashes = crashes + (in_flight AND level = 2),
    level = if(in_flight, 2, level),
    in_flight = false
