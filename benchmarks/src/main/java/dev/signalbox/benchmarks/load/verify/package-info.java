/** Holds what was accepted against what arrived. */
@NullMarked
package dev.signalbox.benchmarks.load.verify;

import org.jspecify.annotations.NullMarked;
