SHOW GLOBAL STATUS WHERE Variable_name IN (
    'Questions', 'Com_begin', 'Com_commit', 'Com_rollback', 'Com_set_option', 'Innodb_os_log_written',
    'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted',
    'Handler_write', 'Handler_update', 'Handler_delete')
