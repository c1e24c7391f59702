/** The orders example: its service, its consumer, customers, and Kafka between them. */
@NullMarked
package dev.signalbox.demo.orders;

import org.jspecify.annotations.NullMarked;
