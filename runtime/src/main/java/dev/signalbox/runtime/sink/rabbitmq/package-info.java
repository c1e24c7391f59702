/** Sinks of type {@code rabbitmq}: their settings, rules and factory. */
@NullMarked
package dev.signalbox.runtime.sink.rabbitmq;

import org.jspecify.annotations.NullMarked;
