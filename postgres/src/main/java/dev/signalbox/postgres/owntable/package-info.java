/** Signalbox's own outbox table: shard owners read rows along a cursor, and delete them once delivered. */
@NullMarked
package dev.signalbox.postgres.owntable;

import org.jspecify.annotations.NullMarked;
