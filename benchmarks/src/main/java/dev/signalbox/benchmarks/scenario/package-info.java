/** The scenarios of {@code signalbox bench}. */
@NullMarked
package dev.signalbox.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
