/** Connections to a database, whichever it is. */
@NullMarked
package dev.signalbox.jdbc.connection;

import org.jspecify.annotations.NullMarked;
