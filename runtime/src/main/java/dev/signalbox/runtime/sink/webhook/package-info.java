/** Sinks of type {@code webhook}: their settings, rules and factory. */
@NullMarked
package dev.signalbox.runtime.sink.webhook;

import org.jspecify.annotations.NullMarked;
