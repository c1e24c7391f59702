/** The runtime: turns the dispatcher's commands into I/O on virtual threads. */
@NullMarked
package dev.signalbox.core.relay;

import org.jspecify.annotations.NullMarked;
