DELETE FROM signalbox_nodes WHERE incarnation IN (:over)
