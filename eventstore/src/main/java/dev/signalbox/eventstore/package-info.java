/** Event sourcing with dynamic consistency boundaries on PostgreSQL. */
@NullMarked
package dev.signalbox.eventstore;

import org.jspecify.annotations.NullMarked;
