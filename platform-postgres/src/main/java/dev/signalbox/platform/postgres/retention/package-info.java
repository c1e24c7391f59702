/** The days of the partitioned tables. */
@NullMarked
package dev.signalbox.platform.postgres.retention;

import org.jspecify.annotations.NullMarked;
