/** Everything that speaks PostgreSQL. */
@NullMarked
package dev.signalbox.postgres;

import org.jspecify.annotations.NullMarked;
