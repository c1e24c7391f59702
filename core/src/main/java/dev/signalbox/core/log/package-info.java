/** Following an append-only log: a cursor for each topic and publisher, and what had to leave the main line. */
@NullMarked
package dev.signalbox.core.log;

import org.jspecify.annotations.NullMarked;
