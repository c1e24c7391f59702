/** Kafka brokers as child processes. */
@NullMarked
package dev.signalbox.kafka.embedded;

import org.jspecify.annotations.NullMarked;
