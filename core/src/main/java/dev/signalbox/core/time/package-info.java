/** The only place that reads a clock. */
@NullMarked
package dev.signalbox.core.time;

import org.jspecify.annotations.NullMarked;
