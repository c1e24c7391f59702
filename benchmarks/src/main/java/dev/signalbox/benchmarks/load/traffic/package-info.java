/** Makes orders on a schedule, whatever the answers do, and takes their times. */
@NullMarked
package dev.signalbox.benchmarks.load.traffic;

import org.jspecify.annotations.NullMarked;
