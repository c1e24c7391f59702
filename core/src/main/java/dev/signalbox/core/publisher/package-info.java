/** The interface for publishers of an event log, and the sink that calls one. */
@NullMarked
package dev.signalbox.core.publisher;

import org.jspecify.annotations.NullMarked;
