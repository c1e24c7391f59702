/** Outbox tables on PostgreSQL: claims in order, settlements, recovery and retention. */
@NullMarked
package dev.signalbox.postgres.outbox;

import org.jspecify.annotations.NullMarked;
