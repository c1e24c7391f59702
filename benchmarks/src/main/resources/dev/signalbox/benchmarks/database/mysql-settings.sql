SHOW GLOBAL VARIABLES WHERE Variable_name IN (
    'version', 'version_comment', 'innodb_flush_log_at_trx_commit', 'sync_binlog', 'log_bin', 'innodb_doublewrite',
    'innodb_flush_method', 'innodb_buffer_pool_size', 'innodb_log_file_size', 'innodb_redo_log_capacity',
    'transaction_isolation', 'tx_isolation', 'performance_schema')
