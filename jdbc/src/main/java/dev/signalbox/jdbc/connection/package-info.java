/** Connecting to a database: the part that all databases share. */
@NullMarked
package dev.signalbox.jdbc.connection;

import org.jspecify.annotations.NullMarked;
