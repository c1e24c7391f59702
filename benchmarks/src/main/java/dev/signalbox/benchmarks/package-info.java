/** Benchmarks: Signalbox against raw loops over the same table on the same server. */
@NullMarked
package dev.signalbox.benchmarks;

import org.jspecify.annotations.NullMarked;
