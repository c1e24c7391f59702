/** The servers and programs that the load goes through: started for it, or there already. */
@NullMarked
package dev.signalbox.benchmarks.load.stage;

import org.jspecify.annotations.NullMarked;
