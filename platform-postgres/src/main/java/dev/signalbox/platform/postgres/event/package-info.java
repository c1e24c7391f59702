/** Events in PostgreSQL. */
@NullMarked
package dev.signalbox.platform.postgres.event;

import org.jspecify.annotations.NullMarked;
