/** Metrics, statistics, and reports as text and JSON. */
@NullMarked
package dev.signalbox.benchmarks.report;

import org.jspecify.annotations.NullMarked;
