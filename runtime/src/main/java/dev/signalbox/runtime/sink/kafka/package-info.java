/** Sinks of type {@code kafka}: their settings, rules and factory. */
@NullMarked
package dev.signalbox.runtime.sink.kafka;

import org.jspecify.annotations.NullMarked;
