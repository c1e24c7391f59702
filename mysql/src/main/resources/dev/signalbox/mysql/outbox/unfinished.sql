SELECT t.{id} AS id FROM {table} t {by_id_index} WHERE t.{id} IN (:ids) AND ({t_unfinished})
