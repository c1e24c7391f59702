/** The figures that the program publishes. */
@NullMarked
package dev.signalbox.server.metrics;

import org.jspecify.annotations.NullMarked;
