/** What is delivered, where to, and what arrived. */
@NullMarked
package dev.signalbox.benchmarks.workload;

import org.jspecify.annotations.NullMarked;
