/** Sinks of type {@code log}, which write each message as a line: their settings, factory and the sink itself. */
@NullMarked
package dev.signalbox.runtime.sink.log;

import org.jspecify.annotations.NullMarked;
