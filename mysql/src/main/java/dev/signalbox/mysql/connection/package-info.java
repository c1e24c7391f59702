/** Connections to MySQL and MariaDB: a bounded pool, and dedicated connections. */
@NullMarked
package dev.signalbox.mysql.connection;

import org.jspecify.annotations.NullMarked;
