/** The decisions about a message: outcome, verdict, lanes and the dispatcher. Pure: no I/O, threads, clocks or randomness. */
@NullMarked
package dev.signalbox.core.delivery;

import org.jspecify.annotations.NullMarked;
