/** The competitors: the configurations of Signalbox, and the raw loops. */
@NullMarked
package dev.signalbox.benchmarks.competitor;

import org.jspecify.annotations.NullMarked;
