UPDATE signalbox_suspects SET in_flight = :in_flight WHERE relay = :relay AND id IN (:ids)
