/** Everything that is specific to PostgreSQL. */
@NullMarked
package dev.signalbox.postgres;

import org.jspecify.annotations.NullMarked;
