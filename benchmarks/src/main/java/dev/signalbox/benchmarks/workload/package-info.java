/** The messages of a benchmark, the sinks and receivers of a run, and what arrived. */
@NullMarked
package dev.signalbox.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
