/** Reading an outbox table in order: claims, settlements, recovery and retention on PostgreSQL. */
@NullMarked
package dev.signalbox.postgres.outbox;

import org.jspecify.annotations.NullMarked;
