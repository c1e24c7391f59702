/** The metrics that Signalbox publishes, and the monitor of a relay that counts and logs. */
@NullMarked
package dev.signalbox.runtime.metrics;

import org.jspecify.annotations.NullMarked;
