/** Jobs in PostgreSQL. */
@NullMarked
package dev.signalbox.platform.postgres.job;

import org.jspecify.annotations.NullMarked;
