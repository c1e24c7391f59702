/** Routing to several clusters on PostgreSQL: cluster backlog and delivery ledger. */
@NullMarked
package dev.signalbox.postgres.routing;

import org.jspecify.annotations.NullMarked;
