DELETE FROM signalbox_candidates WHERE incarnation IN (:over)
