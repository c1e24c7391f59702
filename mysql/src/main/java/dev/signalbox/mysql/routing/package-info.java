/** Delivery ledger and cluster backlog on MySQL and MariaDB. */
@NullMarked
package dev.signalbox.mysql.routing;

import org.jspecify.annotations.NullMarked;
