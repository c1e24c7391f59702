/** Ownership on PostgreSQL: the side schema, node leases, the leader's lock, and fences. */
@NullMarked
package dev.signalbox.postgres.lease;

import org.jspecify.annotations.NullMarked;
