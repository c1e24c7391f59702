/** Signalbox's own outbox table: read along a cursor, held by owning its shards, deleted when delivered. */
@NullMarked
package dev.signalbox.postgres.table;

import org.jspecify.annotations.NullMarked;
