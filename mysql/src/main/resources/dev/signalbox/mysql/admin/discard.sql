-- Failed messages are deleted.
DELETE t FROM {table} t WHERE t.{id} IN (:ids) AND {t_dead}
