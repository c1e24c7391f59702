/** Events and their jobs into PostgreSQL, in one statement. */
@NullMarked
package dev.signalbox.platform.postgres.ingest;

import org.jspecify.annotations.NullMarked;
