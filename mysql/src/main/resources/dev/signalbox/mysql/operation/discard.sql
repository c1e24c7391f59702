-- Failed messages are deleted.
DELETE FROM {table} WHERE {id} IN (:ids) AND {status} = {FAILED}
