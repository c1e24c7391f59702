/** Who competes: Signalbox in its ways of working a table, and the raw loops. */
@NullMarked
package dev.signalbox.benchmarks.competitor;

import org.jspecify.annotations.NullMarked;
