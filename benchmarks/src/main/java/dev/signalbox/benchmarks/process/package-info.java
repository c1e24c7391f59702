/** Programs that are measured, in processes of their own. */
@NullMarked
package dev.signalbox.benchmarks.process;

import org.jspecify.annotations.NullMarked;
