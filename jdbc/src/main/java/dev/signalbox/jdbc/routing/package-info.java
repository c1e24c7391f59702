/** Delivery ledger and cluster backlog in SQL databases. */
@NullMarked
package dev.signalbox.jdbc.routing;

import org.jspecify.annotations.NullMarked;
