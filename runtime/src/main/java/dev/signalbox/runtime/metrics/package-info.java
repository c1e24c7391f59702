/** The figures that the program publishes. */
@NullMarked
package dev.signalbox.runtime.metrics;

import org.jspecify.annotations.NullMarked;
