/** Who may work on PostgreSQL: the side schema, node leases, the leader's lock, and the fences that follow from them. */
@NullMarked
package dev.signalbox.postgres.lease;

import org.jspecify.annotations.NullMarked;
