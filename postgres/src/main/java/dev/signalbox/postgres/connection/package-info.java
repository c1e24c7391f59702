/** How Signalbox connects to a PostgreSQL database: a bounded pool, and connections that are never pooled. */
@NullMarked
package dev.signalbox.postgres.connection;

import org.jspecify.annotations.NullMarked;
