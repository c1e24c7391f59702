/** Load on the orders example, and the check that every event arrived in order. */
@NullMarked
package dev.signalbox.benchmarks.load;

import org.jspecify.annotations.NullMarked;
