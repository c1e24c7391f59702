/** Servers and databases for tests. */
@NullMarked
package dev.signalbox.mysql.server;

import org.jspecify.annotations.NullMarked;
