/** The metrics that Signalbox publishes. */
@NullMarked
package dev.signalbox.runtime.metrics;

import org.jspecify.annotations.NullMarked;
