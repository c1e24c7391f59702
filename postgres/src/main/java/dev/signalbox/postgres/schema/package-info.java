/** Checks what a database has and lacks for Signalbox, and installs it. */
@NullMarked
package dev.signalbox.postgres.schema;

import org.jspecify.annotations.NullMarked;
