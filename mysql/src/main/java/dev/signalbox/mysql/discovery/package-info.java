/** Reads which tables a MySQL or MariaDB database has. */
@NullMarked
package dev.signalbox.mysql.discovery;

import org.jspecify.annotations.NullMarked;
