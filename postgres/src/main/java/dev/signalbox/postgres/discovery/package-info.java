/** Reads which tables a PostgreSQL database has. */
@NullMarked
package dev.signalbox.postgres.discovery;

import org.jspecify.annotations.NullMarked;
