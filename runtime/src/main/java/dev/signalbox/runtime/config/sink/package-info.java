/** The types of sinks that a configuration can name. */
@NullMarked
package dev.signalbox.runtime.config.sink;

import org.jspecify.annotations.NullMarked;
