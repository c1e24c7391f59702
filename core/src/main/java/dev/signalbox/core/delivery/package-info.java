/** Delivery decisions: lanes, batches, retries and the dispatcher. Pure: no I/O, threads, clocks or randomness. */
@NullMarked
package dev.signalbox.core.delivery;

import org.jspecify.annotations.NullMarked;
