/** PostgreSQL, and PgBouncer in front of it. */
@NullMarked
package dev.signalbox.embedded.postgres;

import org.jspecify.annotations.NullMarked;
