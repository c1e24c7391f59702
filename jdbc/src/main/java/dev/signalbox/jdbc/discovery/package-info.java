/** Finds tables that look like an outbox, and the layout and columns that a configuration needs for them. */
@NullMarked
package dev.signalbox.jdbc.discovery;

import org.jspecify.annotations.NullMarked;
