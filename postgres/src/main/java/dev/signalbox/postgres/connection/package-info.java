/** Connections to a PostgreSQL database: a bounded pool, and dedicated connections outside it. */
@NullMarked
package dev.signalbox.postgres.connection;

import org.jspecify.annotations.NullMarked;
