/** Coordination on MySQL and MariaDB: side schema, node leases, named locks, and their fences. */
@NullMarked
package dev.signalbox.mysql.lease;

import org.jspecify.annotations.NullMarked;
