/** The database servers of the benchmarks, their tables and their counters. */
@NullMarked
package dev.signalbox.benchmarks.database;

import org.jspecify.annotations.NullMarked;
