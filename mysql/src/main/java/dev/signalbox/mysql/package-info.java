/** Outbox tables and leases on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql;

import org.jspecify.annotations.NullMarked;
