/** PostgreSQL adapters of all ports. */
@NullMarked
package dev.signalbox.postgres;

import org.jspecify.annotations.NullMarked;
