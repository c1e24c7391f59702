/** The event platform on PostgreSQL. */
@NullMarked
package dev.signalbox.platform.postgres;

import org.jspecify.annotations.NullMarked;
