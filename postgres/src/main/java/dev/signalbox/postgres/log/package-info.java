/** Event logs in PostgreSQL: safe reading, and the progress of feeds. */
@NullMarked
package dev.signalbox.postgres.log;

import org.jspecify.annotations.NullMarked;
