/** What connecting to a database has in common, whichever it is. */
@NullMarked
package dev.signalbox.jdbc.connection;

import org.jspecify.annotations.NullMarked;
