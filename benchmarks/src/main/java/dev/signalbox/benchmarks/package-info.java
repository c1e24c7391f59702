/** The command line of the benchmarks. */
@NullMarked
package dev.signalbox.benchmarks;

import org.jspecify.annotations.NullMarked;
