/** The metrics of the whole process. */
@NullMarked
package dev.signalbox.server.metrics;

import org.jspecify.annotations.NullMarked;
