SELECT incarnation FROM signalbox_leases WHERE incarnation IN (:over)
