/** Following an append-only log: a cursor for each feed, and the groups deferred from the main line. */
@NullMarked
package dev.signalbox.core.log;

import org.jspecify.annotations.NullMarked;
