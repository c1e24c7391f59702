/** Load on the orders example: what is asked for, how it is run, and what is made of it. */
@NullMarked
package dev.signalbox.benchmarks.load;

import org.jspecify.annotations.NullMarked;
