/** Sinks of type {@code http}: their settings, rules and factory. */
@NullMarked
package dev.signalbox.runtime.sink.http;

import org.jspecify.annotations.NullMarked;
