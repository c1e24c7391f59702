/** Servers and databases for tests. */
@NullMarked
package dev.signalbox.mysql.connection;

import org.jspecify.annotations.NullMarked;
