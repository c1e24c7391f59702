/** The orders example: a service whose events go through Kafka to a consumer. */
@NullMarked
package dev.signalbox.demo.orders;

import org.jspecify.annotations.NullMarked;
