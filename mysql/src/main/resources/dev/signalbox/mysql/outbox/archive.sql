-- Rows that are locked by us are copied before they are deleted in the same transaction.
INSERT INTO {archive} ({archived}) SELECT {archived_of_t} FROM {table} t {by_id_index} WHERE t.{id} IN (:ids)
