UPDATE signalbox_leases
   SET expires_at = UTC_TIMESTAMP(6) + INTERVAL :micros MICROSECOND, sessions = :sessions
 WHERE incarnation = :incarnation
