-- The session's database, and whether upper and lower case are the same in the names of tables.
SELECT DATABASE() AS name, @@lower_case_table_names AS lower_case
