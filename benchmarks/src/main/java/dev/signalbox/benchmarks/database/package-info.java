/** The server that the benchmarks run on, and what it counts. */
@NullMarked
package dev.signalbox.benchmarks.database;

import org.jspecify.annotations.NullMarked;
