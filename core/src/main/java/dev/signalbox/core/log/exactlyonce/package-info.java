/** Exactly-once delivery: a checkpoint is written in the same transaction as the events, and read before anything else is sent. */
@NullMarked
package dev.signalbox.core.log.exactlyonce;

import org.jspecify.annotations.NullMarked;
