/** Kafka brokers as child processes. */
@NullMarked
package dev.signalbox.embedded.kafka;

import org.jspecify.annotations.NullMarked;
