-- From here on nobody renews them. One that is being renewed is passed over.
SELECT incarnation
  FROM signalbox_leases
 WHERE incarnation IN (:over) AND expires_at <= UTC_TIMESTAMP(6)
   FOR UPDATE SKIP LOCKED
